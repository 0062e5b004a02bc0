"""Writes or checks screenshots of the views of the console page, in Goldens.

`screenshots.py write FOLDER` writes the pictures, `screenshots.py check FOLDER` compares the page with them, and `screenshots.py
check FOLDER FRESH` also keeps the new pictures. The worker is the invented one, and its clock stands still.

A golden has half the size of the page. Browsers move letters by a pixel, so pictures are compared by cells of 4 × 4 pixels, each with
the cells around it. A view differs if more than one of a hundred cells do, or most of a square of 4 × 4 cells.
"""

import os
import pathlib
import sys
import tempfile
import time

import browser
from test_states import failure

# Debian's DejaVu fonts are the same since 2016, so lines break at the same words on each machine.
FONTS = pathlib.Path(__file__).resolve().parent / "fonts.conf"
NOON = 1713363425
DAY = "#/connections/conn-7f3a/2024-04-17"
TOKEN_ASKED = failure(401, "unauthorized")
OWED = {"owed": {"since": "2024-04-17T06:12:00Z", "topic": "fork.documents", "reason": "the topic is not compacted"}}
# The address, what is there at last, the widths, and what the worker does.
VIEWS = {
    "worker": ("#/worker", "picture-memory", (1280, 390), {}),
    "refusals": ("#/refusals?code=tooLate", "refusal", (1280, 390), {}),
    "connections": ("#/connections?prefix=conn", "connection", (1280, 390), {}),
    "day": (DAY, "week-heart", (1280, 390), {}),
    "clock-change": ("#/connections/conn-dst/2024-10-27", "session", (1280,), {}),
    "empty": ("#/connections/conn-7f3a/2024-04-25", "state-empty", (1280,), {}),
    "unknown": ("#/connections/nobody/2024-04-17", "state-empty", (1280,), {}),
    "owed": ("#/connections/conn-offset", "owed-since", (1280,), {"summary": OWED}),
    "locked": ("#/connections", "state-locked", (1280, 390), {"answer": TOKEN_ASKED}),
    "off": ("#/connections", "state-off", (390,), {"answer": failure(403, "healthDataOff")}),
    "restoring": ("#/connections", "state-restoring", (1280,), {"answer": failure(503, "restoring", 9, restored=0.41)}),
    "left-alone": (
        "#/connections",
        "state-restoring",
        (1280,),
        {"answer": failure(503, "leftAlone", 9, reason="fork.documents takes records of 900 kB, 1 MB are needed")},
    ),
    "elsewhere": (
        "#/connections/conn-x",
        "state-elsewhere",
        (390,),
        {"answer": failure(404, "unknownConnection", elsewhere={"partition": 4, "instance": "worker-3", "host": "10.0.0.7"})},
    ),
}
# A longer page is cut.
MOST_PIXELS = 5200
CELL = 4
# The distance of colors at which a cell differs, of 255.
VISIBLE = 8
MOST_CELLS = 0.01
SQUARE = 4
MOST_OF_SQUARE = 0.6


class Camera(browser.Page):
    """A browser that looks at a worker whose clock stands still."""

    options = {"clock": lambda: NOON}

    def runTest(self):
        for name, (address, wait, widths, worker) in VIEWS.items():
            self.fake.faults = [browser.Fault("connections.*", worker["answer"])] if "answer" in worker else []
            self.fake.summary = worker.get("summary", {})
            for width in widths:
                self.size(width)
                self.media()
                self.open(address, wait)
                self.prepare(name)
                for scheme in ("light", "dark"):
                    self.media(scheme)
                    self.take(self.folder / f"{name}-{width}-{scheme}.png")

    def prepare(self, name):
        """Opens an explanation, and waits until the page asks nothing more."""
        if name == "day":
            self.css("[data-testid=week-steps] [data-testid=why]")[0].click()
            self.until(lambda: self.css("[data-testid=explain] rect[data-why]"), "marks")
        self.until(lambda: self.js("return document.querySelector('.where').textContent"), "the name of the worker")
        self.until(self.is_still, "a page that is complete")
        self.js("document.activeElement.blur(); scrollTo(0, 0)")

    def is_still(self):
        """Returns whether the page asks nothing and changes nothing for a second."""
        states = []
        for pause in (1, 0):
            states.append((len(self.fake.asked), self.fake.running, self.js("return document.body.outerHTML.length")))
            time.sleep(pause)
        return states[0] == states[1] and self.fake.running == 0

    def take(self, path):
        """Writes the page in half its size, with few colors."""
        from PIL import Image

        self.screenshot(path, MOST_PIXELS)
        image = Image.open(path).convert("RGB")
        few(image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)).save(path, optimize=True)


def few(image):
    """Returns a picture with 256 colors: the most frequent ones exactly, and others that lie between the rest."""
    from PIL import Image

    counted = sorted(image.getcolors(1 << 24), reverse=True)
    exact = [color for _, color in counted[:160]]
    rest = Image.new("RGB", (len(counted), 1))
    rest.putdata([color for _, color in counted])
    covering = rest.quantize(96, Image.Quantize.MAXCOVERAGE).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for color in exact for value in color] + covering)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def cells(path):
    """Returns the colors of the cells of a picture, smoothed, as an image."""
    from PIL import Image, ImageFilter

    image = Image.open(path).convert("RGB")
    small = image.resize((image.width // CELL, image.height // CELL), Image.Resampling.BOX)
    return small.filter(ImageFilter.BoxBlur(1))


def differs(old, new):
    """Returns what is different between two pictures, in words; nothing if they look alike."""
    from PIL import Image, ImageChops, ImageFilter

    (wide, high), other = Image.open(old).size, Image.open(new).size
    if wide != other[0] or abs(high - other[1]) > max(CELL, high // 50):
        return f"{wide} × {high} has become {other[0]} × {other[1]}"
    # Pages whose heights differ by a few pixels are compared from the top.
    area = (0, 0, wide // CELL, min(high, other[1]) // CELL)
    first, second = cells(old).crop(area), cells(new).crop(area)

    # How far a color is beyond the least and the greatest of the other picture's cells around it.
    def beyond(one, another):
        least, greatest = another.filter(ImageFilter.MinFilter(3)), another.filter(ImageFilter.MaxFilter(3))
        return ImageChops.add(ImageChops.subtract(one, greatest), ImageChops.subtract(least, one))

    red, green, blue = ImageChops.lighter(beyond(first, second), beyond(second, first)).split()
    wrong = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda value: 255 if value > VISIBLE else 0)
    share = wrong.histogram()[255] / (wrong.width * wrong.height)
    worst = max(wrong.reduce(SQUARE).getextrema()) / 255
    return f"{share:.2%} of the cells differ, {worst:.0%} of one square" if share > MOST_CELLS or worst > MOST_OF_SQUARE else ""


def main(action, folder, fresh=None):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["FONTCONFIG_FILE"] = str(FONTS)
    with tempfile.TemporaryDirectory() as scratch:
        Camera.folder = folder if action == "write" else pathlib.Path(fresh or scratch)
        Camera.folder.mkdir(parents=True, exist_ok=True)
        result = browser.unittest.TextTestRunner().run(browser.unittest.TestSuite([Camera()]))
        if action == "write" or not result.wasSuccessful():
            return int(not result.wasSuccessful())
        names = {path.name for path in [*folder.glob("*.png"), *Camera.folder.glob("*.png")]}
        faults = {}
        for name in sorted(names):
            both = [folder / name, Camera.folder / name]
            missing = [path for path in both if not path.exists()]
            fault = f"{missing[0].parent.name} has no such picture" if missing else differs(*both)
            if fault:
                faults[name] = fault
    for name, fault in faults.items():
        print(f"{name}: {fault}")
    print(f"screenshots: {len(names)} pictures compared, {len(faults)} differ")
    if faults:
        print("See the difference with: screenshots.py check Goldens FRESH. If it is wanted: screenshots.py write Goldens")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
