#!/usr/bin/env python
"""Django's command line for Teien; `./teien manage …` runs it beside the right servers."""

import os
import sys
from contextlib import suppress
from io import StringIO


def main() -> int:
    """Exit status: the command's; 130 after Ctrl-C; 1 where the database is away, or nobody takes
    what is printed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    sys.stdout = sys.stdout or StringIO()  # closed by the caller
    sys.stderr = sys.stderr or StringIO()
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OperationalError as error:
        return complain(f"the database does not answer: {str(error).strip().splitlines()[0]}")
    except OSError as error:
        return complain(str(error))
    return 0


def complain(sentence: str) -> int:
    with suppress(OSError):
        sys.stderr.write(f"manage: {sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
