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


if __name__ == "__main__":
    unittest.main()
