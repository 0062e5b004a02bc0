"""The comparison of screenshots: letters may move by a pixel, and a picture that is missing, moved or of another color is found."""

import pathlib
import tempfile
import unittest

import packages

packages.find()

from PIL import Image, ImageChops, ImageFilter

import screenshots

GOLDENS = pathlib.Path(__file__).resolve().parent / "Goldens"
HIGH = 60


def bands(image):
    """Yields the boxes of those bands across the content of a view that have something in color."""
    for top in range(100, image.height - 2 * HIGH, 2 * HIGH):
        box = (image.width // 3, top, image.width, top + HIGH)
        saturation = image.crop(box).convert("HSV").getchannel("S").point(lambda value: 255 if value > 100 else 0)
        if saturation.histogram()[255] > 0.02 * saturation.width * saturation.height:
            yield box


def ground(image):
    """Returns the color of the page."""
    return image.getpixel((2, image.height - 3))


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

    def each_band(self, change, goldens=("day-1280-light.png", "day-1280-dark.png", "worker-1280-light.png", "worker-390-dark.png")):
        """Changes each band of some goldens, and returns those of which nothing was said."""
        unnoticed, count = [], 0
        for golden in goldens:
            for box in bands(Image.open(GOLDENS / golden).convert("RGB")):
                count += 1
                if not self.said(golden, lambda image, box=box: change(image, box)):
                    unnoticed.append((golden, box))
        self.assertGreater(count, 5)
        return unnoticed

    def test_a_part_that_is_missing_is_found(self):
        def change(image, box):
            image.paste(ground(image), box)
            return image

        self.assertEqual(self.each_band(change), [])

    def test_a_part_that_moved_is_found(self):
        def change(image, box):
            part = image.crop(box)
            image.paste(ground(image), box)
            image.paste(part, (box[0], box[1] + 14))
            return image

        self.assertEqual(self.each_band(change), [])

    def test_another_color_is_found(self):
        def change(image, box):
            red, green, blue = image.crop(box).split()
            image.paste(Image.merge("RGB", (blue, red, green)), box[:2])
            return image

        # A thin line alone is too little color.
        self.assertEqual(self.each_band(change, ("day-1280-light.png", "day-1280-dark.png")), [])

    def test_another_size_is_found(self):
        self.assertIn("has become", self.said("worker-390-dark.png", lambda image: image.crop((0, 0, image.width, image.height * 9 // 10))))


if __name__ == "__main__":
    unittest.main()
