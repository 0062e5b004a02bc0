"""The Kafka client of the checks: confluent-kafka from PyPI, which brings a librdkafka of its own, newer than Debian's."""
import pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = "confluent-kafka==2.16.1"
HOME = ROOT / ".build" / f"chaos-python-{sys.version_info.major}.{sys.version_info.minor}"


def load():
    """The package, installed once into .build, away from the system's own packages."""
    if not (HOME / "confluent_kafka").exists():
        print(f"installing {PACKAGE} into {HOME.relative_to(ROOT)}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "--root-user-action=ignore", "--upgrade", "--target", str(HOME), PACKAGE], check=True)
    if str(HOME) not in sys.path: sys.path.insert(0, str(HOME))
    import confluent_kafka
    import confluent_kafka.admin
    return confluent_kafka


def library_path(choice):
    """LD_LIBRARY_PATH for a worker: None for the distribution's librdkafka, else the folder that was named.

    "wheel" is the newer one that the package carries: under the name that the worker was linked with, in a folder."""
    if not choice: return None
    if choice != "wheel": return str(pathlib.Path(choice).resolve())
    load()
    libraries = HOME / "confluent_kafka.libs"
    found = sorted(libraries.glob("librdkafka-*.so.1"))
    if not found: raise SystemExit(f"no librdkafka in {libraries}: name a folder with --librdkafka")
    folder = HOME / "librdkafka"
    folder.mkdir(exist_ok=True)
    link = folder / "librdkafka.so.1"
    if not link.exists(): link.symlink_to(found[0])
    return f"{folder}:{libraries}"
