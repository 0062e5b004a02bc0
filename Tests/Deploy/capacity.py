"""The worked tables of docs/capacity.md, from its formulae: python3 Tests/Deploy/capacity.py prints them."""
import math

SAMPLES_AN_UPLOAD, UPLOADS_A_DAY, PEAK = 90, 10, 4
# Planning values, each with a margin over the measured figure in docs/performance.md.
LANE_UPLOADS = 1_000
CPU_SECONDS_A_MILLION = 30
STORE_BYTES, STORE_ROOM = 30, 1.5
CHANGELOG_BYTES, CHANGELOG_ROOM = 60, 1.5
UPLOAD_BYTES, DOCUMENT_BYTES = 470, 92
RESTORED_A_SECOND, RESTORE_SECONDS = 1_500_000, 2 * 3_600
CHANGELOG_PARTITION_BYTES = 100e9


def reckon(connections, retention_days):
    """What so many connections take, by name."""
    uploads = connections * UPLOADS_A_DAY / 86_400 * PEAK
    samples_a_day = connections * UPLOADS_A_DAY * SAMPLES_AN_UPLOAD
    kept = samples_a_day * retention_days
    lanes = uploads / LANE_UPLOADS
    pods = max(3, math.ceil(kept / (RESTORED_A_SECOND * RESTORE_SECONDS)), math.ceil(lanes / 2))
    disk = kept * STORE_BYTES * STORE_ROOM
    changelog = kept * CHANGELOG_BYTES * CHANGELOG_ROOM
    partitions = max(pods * 4, math.ceil(changelog / CHANGELOG_PARTITION_BYTES))
    return {
        "uploads a second, at the peak": f"{uploads:,.0f}",
        "samples a second, at the peak": f"{uploads * SAMPLES_AN_UPLOAD:,.0f}",
        "cores, at the peak": f"{uploads * SAMPLES_AN_UPLOAD * CPU_SECONDS_A_MILLION / 1e6:,.1f}",
        "samples kept": f"{kept / 1e9:,.0f} G",
        "pods": f"{pods:,}",
        "partitions": f"{round_up(partitions):,}",
        "disk of all pods": f"{disk / 1e12:,.1f} TB",
        "disk of a pod": f"{disk / pods / 1e9:,.0f} GB",
        "`fork.state`, one replica": f"{changelog / 1e12:,.1f} TB",
        "restore of one pod": f"{kept / pods / RESTORED_A_SECOND / 60:,.0f} min",
        "`fork.uploads`, 7 days, one replica": f"{samples_a_day * 7 * UPLOAD_BYTES / 1e12:,.1f} TB",
        "documents, a year, one replica": f"{samples_a_day * 365 * DOCUMENT_BYTES / 1e12:,.0f} TB",
    }


def round_up(number):
    """To two digits, so that it stays a number that one says."""
    step = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step


def table(retention_days):
    columns = [reckon(count, retention_days) for count in (1_000_000, 10_000_000, 100_000_000)]
    rows = [f"| `--state-retention {retention_days}d` | 1 million | 10 million | 100 million |", "|---|--:|--:|--:|"]
    return rows + [f"| {name} | {' | '.join(column[name] for column in columns)} |" for name in columns[0]]


if __name__ == "__main__":
    for days in (400, 30): print(*table(days), "", sep="\n")
