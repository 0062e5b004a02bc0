"""The files of the console page: their size, and what the content security policy forbids."""

import pathlib
import re
import unittest

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/Serving/Console/Page"
FILES = [path for path in PAGE.rglob("*") if path.is_file() and path.name != "README.md"]


class Files(unittest.TestCase):
    """What is served."""

    def test_all_files_together_are_at_most_150000_bytes(self):
        self.assertLessEqual(sum(path.stat().st_size for path in FILES), 150_000)

    def test_files_are_short(self):
        for path in FILES:
            lines = path.read_text().splitlines()
            self.assertLess(len(lines), 400, path.name)

    def test_nothing_that_the_policy_forbids(self):
        for path in FILES:
            text = path.read_text()
            for word in (
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                "DOMParser",
                "srcdoc",
                'setAttribute("style"',
                "http:",
                "https:",
            ):
                if word == "http:" and "http://www.w3.org/2000/svg" in text:
                    text = text.replace("http://www.w3.org/2000/svg", "")
                self.assertNotIn(word, text, path.name)
            if path.suffix == ".html":
                self.assertEqual(re.findall(r"<style|style=|\son\w+=|<script(?![^>]*src=)", text), [])

    def test_text_has_a_contrast_of_4_5_and_marks_of_3_in_both_schemes(self):
        names = {}
        for scheme in re.findall(r":root \{(.*?)\}", (PAGE / "console.css").read_text(), re.DOTALL)[:2]:
            names |= dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", scheme))
            for ground in ("bg", "raise"):
                for name in ("ink", "soft", "teal", "amber", "bad", "red"):
                    self.assertGreaterEqual(contrast(names[name], names[ground]), 4.5, f"{name} on {ground}")
                for name in ("edge", "orange", "blue", "sky", "violet", "green", "awake", "deep"):
                    self.assertGreaterEqual(contrast(names[name], names[ground]), 3, f"{name} on {ground}")


def contrast(one, another):
    """Returns the contrast of two colors such as `#0b6e60`, by WCAG."""

    def luminance(color):
        digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(another)))
    return (high + 0.05) / (low + 0.05)


if __name__ == "__main__":
    unittest.main()
