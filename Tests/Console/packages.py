"""The Python packages of these tests, which are installed once from PyPI into .build."""

import pathlib
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parents[2] / ".build" / f"python-page-{sys.version_info.major}.{sys.version_info.minor}"
PACKAGES = ["selenium==4.51.0", "pillow==13.0.0"]
# Only its axe.min.js is used, so its dependencies are left out.
AXE = "axe-playwright-python==0.1.8"


def find():
    """Makes the packages importable."""
    if not (HOME / "complete").exists():
        print(f"installing {', '.join([*PACKAGES, AXE])} into {HOME.name}", file=sys.stderr)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]
        subprocess.run([*pip, "--upgrade", "--target", str(HOME), *PACKAGES], check=True)
        subprocess.run([*pip, "--upgrade", "--no-deps", "--target", str(HOME), AXE], check=True)
        (HOME / "complete").touch()
    if str(HOME) not in sys.path:
        sys.path.insert(0, str(HOME))
