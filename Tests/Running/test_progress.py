import io, os, unittest
from unittest import mock

import progress


def read(part, *lines): return [shown for line in lines if (shown := part.read(line))]


class Parts(unittest.TestCase):
    def test_tests_are_counted_by_how_they_end(self):
        part = progress.Part("", 4)
        shown = read(
            part, '◇ Test "a night" started.', '◇ Test case passing 1 argument n → 1 to "a night" started.', "◇ Test run started.",
            '◇ Test old() started.', '✔ Test "a night" with 2 test cases passed after 0.1 seconds.',
            '➜ Test "zsh" skipped: "zsh is not installed"', "✔ Suite Nights passed after 0.1 seconds.",
            "✔ Test old() passed after 0.1 seconds.", "✔ Test run with 4 tests in 1 suite passed after 0.2 seconds.")
        self.assertEqual((part.passed, part.skipped, part.failed, list(part.open), shown), (2, 1, [], [], []))

    def test_a_failure_is_shown_whole(self):
        part = progress.Part("", 1)
        lines = ['✘ Test "a night" recorded an issue at A.swift:1:2: Expectation failed: (1 → 1) == 2', "↳ seed 7"]
        ended = '✘ Test "a night" with 3 test cases failed after 0.1 seconds with 1 issue.'
        self.assertEqual(read(part, *lines, ended, "↳ /// A comment.", "✘ Suite Nights failed after 1 second."), lines)
        self.assertEqual(part.failed, ["a night"])

    def test_tests_that_have_not_ended_are_known(self):
        part = progress.Part("", 2)
        read(part, '◇ Test "one" started.', '◇ Test "two" started.', '✔ Test "one" passed after 0.1 seconds.')
        self.assertEqual(list(part.open), ['"two"'])


class Lines(unittest.TestCase):
    def part(self, total, passed, failed=0):
        part = progress.Part("", total)
        part.began, part.passed, part.failed = 0, passed, ["x"] * failed
        return part

    def test_the_time_left_is_that_of_the_slowest_part(self):
        parts = [self.part(100, 50), self.part(1_000, 100, 1)]
        self.assertEqual(progress.line(parts, 10), "151 of 1,100 tests, 1 failed, about 89 s left")

    def test_no_time_is_guessed_from_few_tests(self):
        self.assertEqual(progress.line([self.part(100, 50), self.part(100, 9)], 10), "59 of 200 tests")

    def test_without_a_total_tests_are_counted(self):
        self.assertEqual(progress.line([self.part(None, 50)], 10), "50 tests")

    def test_minutes_are_said_from_90_seconds_on(self):
        self.assertEqual([progress.duration(seconds) for seconds in (0.4, 89, 90, 150)], ["0 s", "89 s", "2 min", "2 min"])


class Repeats(unittest.TestCase):
    def test_a_failed_test_is_repeated_by_its_name_once(self):
        part = progress.Part("")
        part.failed = ["what is (not) a night's", "old()", "old()"]
        self.assertEqual(
            progress.repeats([part]), ["scripts/test --filter 'what is \\(not\\) a night'\\''s'", "scripts/test --filter 'old'"])


class Terminal(io.StringIO):
    def isatty(self): return True


class Screens(unittest.TestCase):
    def test_a_line_moves_on_a_terminal_and_is_no_longer_than_it(self):
        screen = progress.Screen(Terminal())
        with mock.patch.dict(os.environ, {"COLUMNS": "80"}): screen.move("x" * 100)
        screen.say("it fails")
        self.assertEqual(screen.out.getvalue(), "\r\x1b[K" + "x" * 78 + "\r\x1b[Kit fails\n")

    def test_elsewhere_only_lines_that_stay_are_written(self):
        screen = progress.Screen(io.StringIO())
        screen.move("1 of 2 tests")
        screen.say("it fails")
        self.assertEqual(screen.out.getvalue(), "it fails\n")


if __name__ == "__main__": unittest.main()
