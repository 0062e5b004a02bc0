"""Writes or checks screenshots of each view of the console page.

`screenshots.py write FOLDER` writes them, `screenshots.py check FOLDER` compares the page with them. The invented worker's clock
stands still, so that only fonts and the page itself can make a difference. A picture differs if more than one of a hundred pixels
does. Comparing needs Pillow.
"""

import pathlib
import sys
import tempfile

import browser

NOON = 1713363425
VIEWS = {
    "worker": ("#/worker", "picture-memory"),
    "refusals": ("#/refusals", "refusal"),
    "connections": ("#/connections", "connection"),
    "day": ("#/connections/conn-7f3a/2024-04-17", "week-heart"),
    "clock-change": ("#/connections/conn-dst/2024-10-27", "session"),
    "empty": ("#/connections/conn-7f3a/2024-04-25", "changes"),
    "unknown": ("#/connections/nobody/2024-04-17", "state-empty"),
}
WIDTHS = (1280, 390)
MOST_DIFFERENT = 0.01


class Camera(browser.Page):
    """A browser that looks at a worker whose clock stands still."""

    options = {"clock": lambda: NOON}

    def runTest(self):
        for name, (address, wait) in VIEWS.items():
            for width in WIDTHS:
                self.size(width)
                for scheme in ("light", "dark"):
                    self.media(scheme)
                    self.open(address, wait)
                    self.js("document.activeElement.blur()")
                    self.screenshot(self.folder / f"{name}-{width}-{scheme}.png")


def differs(old, new):
    """Returns the share of pixels that differ visibly, or 1 for other sizes."""
    from PIL import Image, ImageChops

    first, second = Image.open(old).convert("RGB"), Image.open(new).convert("RGB")
    if first.size != second.size:
        return 1
    changed = ImageChops.difference(first, second).convert("L").point(lambda value: 255 if value > 40 else 0)
    return changed.histogram()[255] / (first.width * first.height)


def main(action, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as fresh:
        Camera.folder = folder if action == "write" else pathlib.Path(fresh)
        result = browser.unittest.TextTestRunner().run(browser.unittest.TestSuite([Camera()]))
        if action == "write" or not result.wasSuccessful():
            return int(not result.wasSuccessful())
        shares = {path.name: differs(path, Camera.folder / path.name) for path in sorted(folder.glob("*.png"))}
    for name, share in shares.items():
        print(f"{'DIFFERS' if share > MOST_DIFFERENT else 'same':8} {share:.4f} {name}")
    return int(any(share > MOST_DIFFERENT for share in shares.values()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
