"""What only a door can refuse: requests that are badly written, and people not signed in."""

from typing import Any

from tournaments.errors import Refused


class BadRequest(Refused):
    """The frame of the request can't be read: its address, a parameter or a header."""

    status = 400


class SignInNeeded(Refused):
    """Nobody is signed in, or the password is wrong."""

    status = 401


class LengthRequired(Refused):
    """A body in chunks: WSGI servers would hand on nothing of it, and nobody would notice."""

    status = 411


class Gone(Refused):
    """What a repeated request made the first time is no longer there."""

    status = 410


def bad_parameters(errors: Any) -> BadRequest:
    """The parameters' errors by field, as `config.api` lists a body's."""
    found = [
        {"field": str(field), "code": error.code, "message": str(error)}
        for field, list_ in errors.items()
        for error in list_
    ]
    if any(error["code"] == "unknown_field" for error in found):
        return BadRequest("unknown_parameter", f"There is no parameter {found[0]['field']!r} here.")
    return BadRequest("bad_parameter", f"{found[0]['field']}: {found[0]['message']}", errors=found)
