"""The lines of the sources that differ between a commit and the working tree."""
import pathlib, re, subprocess

import faults


def since(root, commit):
    """The numbers of the lines that a commit does not have, by file; a file that Git does not know is new as a whole."""
    git(root, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    lines = added(git(root, "diff", "--no-color", "--no-ext-diff", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", "-U0", commit, "--", "Sources"))
    for path in git(root, "ls-files", "-z", "--others", "--exclude-standard", "--", "Sources").split("\0"):
        if path.endswith(".swift"):
            lines[path] = set(range(1, len(pathlib.Path(root, path).read_text().split("\n")) + 1))
    return lines


def added(diff):
    """The numbers of the lines that a unified diff adds, by file."""
    lines, path, left = {}, None, 0
    for line in diff.split("\n"):
        if left > 0:
            # The text of a hunk can look like a heading.
            left -= line[:1] in ("+", "-")
        elif line.startswith("+++ "):
            path = line.removeprefix("+++ b/").rstrip("\t") if line.startswith("+++ b/") else None
        elif match := re.match(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line):
            start, count = int(match[2]), int(match[3] or 1)
            left = int(match[1] or 1) + count
            if path and count:
                lines.setdefault(path, set()).update(range(start, start + count))
    return lines


def git(root, *arguments):
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise faults.Failure(f"git {arguments[0]}: {done.stderr.strip() or f'no commit has the name {arguments[-1]}'}")
    return done.stdout
