"""The comparison of screenshots: letters may move by a pixel, and a picture that is missing, moved or of another color is found."""

import pathlib
import tempfile
import unittest

import packages

packages.find()

from PIL import Image, ImageChops, ImageFilter

import screenshots

GOLDENS = pathlib.Path(__file__).resolve().parent / "Goldens"
# The night, the heart rate, the week and the glucose of the day, in the pixels of its golden.
PARTS = {"night": (303, 130, 640, 190), "heart": (168, 590, 440, 690), "week": (168, 795, 640, 850), "glucose": (168, 1350, 640, 1400)}


class Screenshots(unittest.TestCase):
    """`differs` on goldens that were changed by hand."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def said(self, golden, change):
        """Returns what is said of a golden after a change."""
        image = Image.open(GOLDENS / golden).convert("RGB")
        path = pathlib.Path(self.scratch.name, golden)
        change(image).save(path)
        return screenshots.differs(GOLDENS / golden, path)

    def test_nothing_is_said_of_the_same_picture_or_one_that_other_fonts_would_make(self):
        for golden in sorted(path.name for path in GOLDENS.glob("*.png")):
            self.assertEqual(self.said(golden, lambda image: image), "", golden)
            self.assertEqual(self.said(golden, lambda image: ImageChops.offset(image, 1, 1)), "", golden)
            self.assertEqual(self.said(golden, lambda image: image.filter(ImageFilter.GaussianBlur(0.7))), "", golden)

    def test_a_part_that_is_missing_is_found(self):
        for scheme in ("light", "dark"):
            for name, box in PARTS.items():

                def change(image, box=box):
                    image.paste(image.getpixel((2, image.height - 3)), box)
                    return image

                self.assertNotEqual(self.said(f"day-1280-{scheme}.png", change), "", f"{name}, {scheme}")

    def test_a_part_that_moved_is_found(self):
        for scheme in ("light", "dark"):
            for name, (left, top, right, bottom) in PARTS.items():

                def change(image, box=(left, top, right, bottom)):
                    part = image.crop(box)
                    image.paste(image.getpixel((2, image.height - 3)), box)
                    image.paste(part, (box[0], box[1] + 14))
                    return image

                self.assertNotEqual(self.said(f"day-1280-{scheme}.png", change), "", f"{name}, {scheme}")

    def test_another_color_is_found(self):
        def change(image):
            part = image.crop(PARTS["week"])
            red, green, blue = part.split()
            image.paste(Image.merge("RGB", (blue, red, green)), PARTS["week"][:2])
            return image

        self.assertNotEqual(self.said("day-1280-light.png", change), "")

    def test_another_size_is_found(self):
        self.assertIn("has become", self.said("worker-390-dark.png", lambda image: image.crop((0, 0, image.width, image.height * 9 // 10))))


if __name__ == "__main__":
    unittest.main()
