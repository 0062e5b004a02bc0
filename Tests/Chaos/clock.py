"""The wall clock of a worker, which can be set ahead and back while it runs."""
import mmap, pathlib, shutil, struct, subprocess, time

SOURCE = pathlib.Path(__file__).with_name("clock.c")
# A time that is further away than a run is long can only be one of a clock that was set.
LONGEST_RUN_SECONDS = 1_500


def build(folder):
    """The library that sets a process's clock; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler: return None
    library = folder / "clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library), str(SOURCE)], check=True)
    return library


class Clock:
    """By how many seconds one worker's clock is ahead, in a file that its process has mapped."""

    def __init__(self, file, library):
        self.library, self.file = library, file
        file.write_bytes(bytes(8))
        with open(file, "r+b") as opened: self.place = mmap.mmap(opened.fileno(), 8)
        # Of each jump: when it was, and by how much the clock was ahead from then on.
        self.jumps = [(time.time(), 0)]

    @property
    def environment(self):
        return {"LD_PRELOAD": str(self.library), "CHAOS_CLOCK": str(self.file)} if self.library else {}

    def set(self, seconds):
        self.place[:] = struct.pack("=q", seconds)
        self.jumps.append((time.time(), seconds))

    def true(self, shown, now):
        """The time of day when this clock showed that."""
        if abs(now - shown) < LONGEST_RUN_SECONDS: return shown
        for (begin, seconds), (end, _) in zip(self.jumps, [*self.jumps[1:], (now, 0)]):
            if begin - 1 <= shown - seconds <= end + 1: return shown - seconds
        return shown
