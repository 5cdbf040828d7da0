"""The optional extensions: `python setup.py build_ext --inplace` (the start script runs it).

`TEIEN_CHECKED=1` builds with bounds checks, for tests.
"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

from engines import compiled

SOURCES = compiled.digests()
CHECKED = os.environ.get("TEIEN_CHECKED", "") == "1"
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # `int` in our sources is a number, not Python's object
    "infer_types": True,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": not CHECKED,
}


class Build(build_ext):
    """Stamps what it built, so that an edited source is never shadowed."""

    def run(self) -> None:
        compiled.write_stamp(SOURCES, built=False)
        super().run()
        compiled.write_stamp(SOURCES, built=True)


setup(
    name="teien",
    packages=[],
    ext_modules=cythonize(
        [
            Extension(
                name, [str(source.relative_to(compiled.ROOT))], extra_compile_args=["-O3", "-g0"]
            )
            for name, source in compiled.modules()
        ],
        compiler_directives=DIRECTIVES,
        force=True,
    ),
    cmdclass={"build_ext": Build},
)
