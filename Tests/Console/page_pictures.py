"""The pictures of docs/console.md: the page of a real worker with the invented people. `scripts/pictures console` takes them."""

import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

import packages

packages.find()

import odd_people
import real_worker
import screenshots

DAY = "#/connections/conn-7f3a/2024-04-17"
# The worker's history has a point every 5 s.
BUSY_SECONDS = 90


def busy(brokers):
    """Sends uploads for a while: few a second, then many, then few, in the order that a worker expects."""
    chance = random.Random("busy")
    crowd = odd_people.crowd(2000)
    end = time.monotonic() + BUSY_SECONDS
    while time.monotonic() < end:
        left = end - time.monotonic()
        number = int(chance.gauss(160 if 30 < left < 50 else 12, 3))
        real_worker.send([chance.choice(crowd) for _ in range(max(1, number))], brokers)
        time.sleep(0.6)


def take():
    """Yields the name and the PNG of each picture."""
    os.environ["FONTCONFIG_FILE"] = str(screenshots.FONTS)
    with real_worker.sandbox() as served:
        busy(served["CONSOLE_BROKERS"])
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-B", __file__, folder]
            subprocess.run(command, env=os.environ | served, check=True)
            for path in sorted(pathlib.Path(folder).glob("*.png")):
                yield path.stem, path.read_bytes()


def photographer(folder):
    """Returns a test case that takes the pictures."""
    import browser
    from PIL import Image

    class Photographer(browser.Page):
        def runTest(self):
            self.size(1180, 900)
            self.open("#/worker", "picture-memory")
            time.sleep(6)
            self.take("console-worker", 1000)
            self.open(DAY, "picture-route")
            self.wait("changes")
            self.take("console-night", 1010)
            self.css("[data-testid=week-steps] [data-testid=why]")[0].click()
            self.until(lambda: self.css("[data-testid=explain] rect[data-why]"), "marks")
            self.take("console-explain", element="[data-testid=week]")
            self.size(390, 844)
            self.media("dark")
            self.open(DAY, "picture-route")
            self.take("console-phone", element="[data-testid=night-2024-04-17]")

        def take(self, name, most=0, element=None):
            """Writes the top of the page, or an element with a margin."""
            self.js("document.activeElement.blur(); scrollTo(0, 0)")
            self.screenshot(folder / f"{name}.png", most or 20000)
            image = Image.open(folder / f"{name}.png").convert("RGB")
            if element:
                left, top, right, bottom = self.js(
                    "const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left, b.top + scrollY, b.right, b.bottom + scrollY]",
                    element,
                )
                image = image.crop((max(0, int(left) - 16), int(top), min(image.width, int(right) + 16), int(bottom)))
            data = io.BytesIO()
            screenshots.few(image).save(data, "PNG", optimize=True)
            (folder / f"{name}.png").write_bytes(data.getvalue())

    return Photographer()


if __name__ == "__main__":
    outcome = unittest.TextTestRunner().run(unittest.TestSuite([photographer(pathlib.Path(sys.argv[1]))]))
    sys.exit(not outcome.wasSuccessful())
