"""The figures of a worker that does not exist: what `worker`, `history` and `refusals` answer."""

import math
import random
from datetime import UTC, datetime


def rfc(seconds):
    """Returns a Unix time as RFC 3339."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


class Figures:
    """The answers of a worker. `clock` and `begun` are those of the class that takes them over."""

    def get_worker(self, _):
        now = self.clock()
        since = now - self.begun
        states = [
            (0, 0, {}),
            (1, 0, {"rederiving": max(0, int(1204 - since * 3))}),
            (2, 0, {"lag": 2, "oldest_seconds": 0.4}),
            (3, 1, {"state": "restoring", "restored": min(0.99, 0.41 + since / 60), "lag": 318, "oldest_seconds": 12.2}),
            (4, 1, {}),
            (
                5,
                1,
                {
                    "state": "leftAlone",
                    "reason": "fork.documents takes records of 900 kB, 1 MB are needed",
                    "lag": 41,
                    "oldest_seconds": 181,
                },
            ),
        ]
        lanes = [
            {
                "lane": lane,
                "state": "serving",
                "partitions": [
                    {
                        "partition": number,
                        "state": "serving",
                        "offset": 18204 + number * 977 + int(since * (2.1 + number / 10)),
                        "committed": 18204 + number * 977,
                        "lag": 0,
                        "oldest_seconds": 0,
                        "restored": 1,
                        "rederiving": 0,
                    }
                    | fields
                    for number, owner, fields in states
                    if owner == lane
                ],
            }
            for lane in (0, 1)
        ]
        settings = [
            ("bootstrap-servers", "kafka-1:9092,kafka-2:9092", "environment"),
            ("group-id", "fork-worker", "default"),
            ("group-instance-id", "worker-2", "environment"),
            ("topic-prefix", "fork.", "default"),
            ("lanes", "2", "flag"),
            ("state-directory", "/var/lib/fork-worker", "flag"),
            ("commit-interval", "100ms", "default"),
            ("output-topics", "single", "file"),
            ("sleep-threshold", "60min", "default"),
            ("state-retention", "400d", "default"),
            ("source-priority", "Watch,iPhone", "default"),
            ("memory-limit", "512MiB", "default"),
            ("kafka", "sasl.password=***", "file"),
            ("log-format", "json", "default"),
            ("http-address", "127.0.0.1:8080", "flag"),
            ("console", "true", "flag"),
            ("console-health-data", "true", "flag"),
        ]
        return {
            "now": rfc(now),
            "started": rfc(now - 29100),
            "version": "0.2.0",
            "group": "fork-worker",
            "instance": "worker-2",
            "prefix": "fork.",
            "ready": False,
            "waiting_for": ["partition 3 is being restored"],
            "lanes": lanes,
            "totals": {
                "uploads": 41882,
                "samples_in": 4020117,
                "commits": 25011,
                "aborts": 0,
                "fences": 0,
                "jobs": 12990,
                "samples": {"new": 3960001, "duplicates": 58110, "replaced": 1204, "deleted_before_arrival": 410, "refused": 392},
                "refusals": {"invalidValue": 318, "invalidIdentifier": 41, "tooLate": 22, "decodingError": 9, "unauthorized": 2},
                "documents": {"upsert": 88410, "delete": 1207},
            },
            "owed": {"the topic is not compacted": 2},
            "memory": {
                "resident_bytes": 209_715_200,
                "limit_bytes": 536_870_912,
                "store_bytes": 2_254_857_830,
                "store_free_bytes": 51_539_607_552,
            },
            "settings": [{"name": name, "value": value, "from": source} for name, value, source in settings],
        } | self.extra

    def get_history(self, _):
        now, chance = math.floor(self.clock() / 5) * 5, random.Random(7)
        lists = {name: [] for name in ("at", "uploads", "samples", "lag", "oldest_seconds", "p50", "p99", "resident_bytes", "cpu")}
        for index in range(180):
            burst = max(0, min((index - 92) / 10, (119 - index) / 13, 1))
            queue = max(0, min((index - 97) / 14, (127 - index) / 14, 1))
            lists["at"].append(rfc(now - 5 * (179 - index)))
            lists["uploads"].append(round(12 + chance.gauss(0, 0.7) + 62 * burst, 2))
            lists["samples"].append(round(1150 + chance.gauss(0, 70) + 6000 * burst, 1))
            lists["lag"].append(round(1242 * queue + abs(chance.gauss(0, 1.2))))
            lists["oldest_seconds"].append(round(16 * queue, 1))
            lists["p50"].append(None if 40 < index < 44 else round(0.041 + 0.1 * burst + chance.gauss(0, 0.002), 4))
            lists["p99"].append(None if 40 < index < 44 else round(0.096 + 0.22 * burst + chance.gauss(0, 0.008), 4))
            lists["resident_bytes"].append(round(2.0e8 + 3e7 * burst + chance.gauss(0, 8e5)))
            lists["cpu"].append(round(0.3 + 0.9 * burst, 3))
        return {"every": 5} | lists

    def get_refusals(self, query):
        rows, now = [], self.clock()
        kinds = [
            ("invalidValue", "/samples/2", "The unit … cannot be converted to mg/dL: they measure different things."),
            ("invalidIdentifier", "/samples/1", "The type … is not an identifier of HealthKit that this version knows."),
            ("tooLate", "/samples/18", "The sample starts on 2023-01-02, before the horizon 2023-03-14."),
            ("decodingError", None, "This is not JSON, at byte 315."),
            ("connectionIsClosed", None, "The connection is closed."),
        ]
        for index in range(204):
            code, path, message = kinds[(index * 7 + index // 5) % 5 if index % 3 else 0]
            rows.append(
                {
                    "time": rfc(now - 40 * index - 11),
                    "topic": "fork.uploads",
                    "partition": index % 6,
                    "offset": 18204 - index,
                    "code": code,
                    "message": message,
                }
                | ({"path": path} if path else {})
            )
        code = query.get("code", [None])[0]
        return {"since": rfc(now - 29100), "refusals": [row for row in rows if code in (None, row["code"])][:200]}
