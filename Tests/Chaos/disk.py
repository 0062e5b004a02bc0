"""A small file system for the state of a worker, which can be filled up."""
import subprocess

MEBIBYTES = 160


class Disk:
    """A tmpfs over a folder. Where mounting is not allowed it is the plain folder, and can't be filled."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size={MEBIBYTES}m", "fork-chaos", str(folder)]
        try: done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error: done, self.reason = None, str(error)
        self.is_mounted = done is not None and done.returncode == 0
        if done is not None: self.reason = done.stderr.strip()

    @property
    def state(self): return self.folder / "state"

    @property
    def has_name(self):
        """Whether a worker has begun to live here: its name in the group lies in its state."""
        return (self.state / "instance-id").exists()

    def fill(self):
        """Takes all that is left, to the last byte."""
        with open(self.folder / "filler", "wb", buffering=0) as file:
            chunk = bytes(1 << 20)
            while chunk:
                try: file.write(chunk)
                except OSError: chunk = chunk[:len(chunk) // 2]

    def free(self):
        (self.folder / "filler").unlink(missing_ok=True)

    def wipe(self):
        """The state is gone, all of it."""
        if self.state.exists(): subprocess.run(["rm", "-rf", str(self.state)], check=True)

    def exchange(self, other):
        """Each has the other's state afterwards."""
        between = self.folder.with_name(f"{self.folder.name}-between")
        for source, target in ((self.state, between), (other.state, self.state), (between, other.state)):
            if source.exists(): subprocess.run(["mv", str(source), str(target)], check=True)

    def close(self):
        if self.is_mounted: subprocess.run(["umount", "-l", str(self.folder)], capture_output=True)
