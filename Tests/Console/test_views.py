"""The views of the console page, against documents that the worker's own code made."""

import os
import re
import uuid
from datetime import datetime

from browser import KEYS, REAL, Page, needs_fake, needs_real
from people import PHONE, UTC, quantity, upload
from real_worker import send

DAY = "#/connections/conn-7f3a/2024-04-17"
STEPS = "steps/2024-04-17"


class Views(Page):
    """Each view shows what the API answers."""

    def documents(self, name, kind):
        return [entry for entry in self.data.documents[name] if entry["type"] == kind]

    def test_the_worker_shows_its_figures(self):
        self.open("#/worker", "picture-rate")
        for name in (
            "stat-uploads",
            "stat-lag",
            "stat-latency",
            "stat-memory",
            "picture-lag",
            "picture-latency",
            "picture-memory",
            "owed",
            "refusal-codes",
            "settings",
        ):
            self.assertTrue(self.all(name), name)
        self.assertRegex(self.text("stat-uploads"), r"^\d+\.\d /s$")
        self.assertRegex(self.text("stat-memory"), r"^\d+ MiB$")
        self.assertIn("Serving", self.text("partition-0"))
        self.assertEqual(len(self.css("[data-testid=partition-0] progress")), 0)
        self.assertFalse(self.all("settings")[0].get_attribute("open"))
        self.assertEqual(self.driver.title, "Worker · fork-worker")
        self.assertEqual(len(self.css("h1")), 1)

    @needs_fake
    def test_the_worker_shows_what_holds_a_partition_up(self):
        self.open("#/worker", "picture-rate")
        self.assertRegex(self.text("stat-latency"), r"^\d+ ms$")
        self.assertEqual(self.text("stat-memory"), "200 MiB")
        self.assertIn("Left alone", self.text("partition-5"))
        self.assertIn("fork.documents takes records of 900 kB, 1 MB are needed", self.text("partition-5"))
        for number in (1, 3):
            self.assertEqual(len(self.css(f"[data-testid=partition-{number}] progress")), 1)
        self.assertIn("2 connections: the topic is not compacted", self.text("owed"))
        self.assertEqual(
            [int(bar.get_attribute("data-value")) for bar in self.css("[data-testid=refusal-codes] rect")], [318, 41, 22, 9, 2]
        )

    @needs_real
    def test_the_totals_of_a_real_worker_are_those_of_the_uploads(self):
        self.open("#/worker", "refusal-codes")
        shown = self.js(
            "return [...document.querySelectorAll('[data-testid=refusal-codes] tbody tr')].map((r) => [r.cells[0].innerText, r.cells[2].innerText])"
        )
        self.assertEqual(sorted(shown), [["invalidIdentifier", "68"], ["invalidValue", "68"], ["tooLate", "68"]])
        self.assertIn("console-health-data", self.text("settings"))
        self.assertEqual(self.text("stat-lag"), "0 records")

    @needs_fake
    def test_lines_of_the_worker_are_broken_where_nothing_is_known(self):
        self.open("#/worker", "picture-latency")
        path = self.css("[data-testid=picture-latency] path[data-line=p50]")[0].get_attribute("d")
        self.assertEqual(path.count("M"), 2)

    def test_refusals_are_filtered_by_code(self):
        self.open("#/refusals", "refusal")
        self.assertEqual(len(self.all("refusal")), 200)
        self.open("#/refusals?code=tooLate", "refusal")
        self.assertTrue(all("tooLate" in row.text for row in self.all("refusal")[:5]))
        place = re.search(r"fork\.uploads:\d:\d+", self.text("refusal")).group()
        self.assertIn(f"fork-worker dead-letters list --upload {place}", self.text("refusal"))

    def test_a_search_finds_connections_by_the_beginning_of_their_id(self):
        self.open("#/connections", "connection")
        self.assertEqual(len(self.all("connection")), 50)
        if self.fake:
            self.assertIn("Partition 3 is being restored", self.text("skipped"))
        self.all("search")[0].send_keys("conn-7")
        self.until(lambda: len(self.all("connection")) == 1, "one connection")
        self.all("search")[0].send_keys("f3a")
        self.until(lambda: "prefix=conn-7f3a" in self.driver.current_url, "the search in the address")
        self.keys(KEYS.ENTER)
        self.wait("calendar")
        self.assertEqual(self.driver.title, "Connection · fork-worker")
        self.driver.back()
        self.wait("connection")

    def test_without_a_date_the_last_day_is_shown(self):
        self.open("#/connections/conn-7f3a", "night-2024-04-20")
        self.assertTrue(self.driver.current_url.endswith("#/connections/conn-7f3a/2024-04-20"))

    def test_the_calendar_says_what_a_day_has(self):
        self.open(DAY, "calendar")
        labels = {day: self.wait(f"day-2024-04-{day}").get_attribute("aria-label") for day in ("17", "18", "25")}
        self.assertEqual(labels["17"], "17 April 2024: night, day totals, workout, other samples")
        self.assertNotIn("night", labels["18"])
        self.assertEqual(labels["25"], "25 April 2024: nothing")
        self.all("day-2024-04-16")[0].click()
        self.wait("night-2024-04-16")

    def test_a_night_has_all_sessions_on_one_axis_the_primary_first(self):
        self.open(DAY, "session")
        self.assertIn("Night of Tue 16 → Wed 17 Apr", self.text("night-2024-04-17"))
        rows = self.all("session")
        self.assertEqual([row.get_attribute("data-primary") for row in rows], ["true", "false", "false"])
        sessions = {entry["id"]: entry for entry in self.documents("conn-7f3a", "sleep")}
        for row in rows:
            samples = sessions[row.get_attribute("data-document")]["data"][0]["data"]["sleep"]
            marks = self.js(
                "return [...arguments[0].querySelectorAll('rect[data-stage]')].map((r) => [r.dataset.stage, +r.dataset.start, +r.dataset.end])",
                row,
            )
            self.assertEqual(marks, [[one["value"]["unit"], one["start_date"], one["end_date"]] for one in samples])
        self.assertIn("Primary, by step 2 of the rule: as many stages as Oura, then most asleep", rows[0].text)
        self.assertIn("Not primary: Anna’s Apple Watch has more distinct stages (step 1 of the rule)", rows[2].text)
        self.assertRegex(rows[0].text, r"7 h \d+ min asleep")
        self.assertRegex(rows[0].text, r"efficiency \d+ %")
        starts = self.js(
            "return [...document.querySelectorAll('[data-testid=session]')].map((s) => { const r = s.querySelector('rect[data-stage]'); return [+r.dataset.start, parseFloat(r.getAttribute('x'))]; })"
        )
        (a, x), (b, y), (c, z) = sorted(starts)
        self.assertAlmostEqual((y - x) / (b - a), (z - x) / (c - a), places=4)

    def test_when_the_clock_changes_the_axis_is_elapsed_time_with_local_labels(self):
        for date, labels in (("2024-03-31", ["02", "04"]), ("2024-10-27", ["03", "03"])):
            self.open(f"#/connections/conn-dst/{date}", "session")
            ticks = self.js(
                "return [...document.querySelectorAll('.lanes.last .ticks .x')].map((t) => [t.textContent, parseFloat(t.getAttribute('x'))])"
            )
            names = [name for name, _ in ticks]
            place = names.index(labels[0])
            self.assertEqual(names[place : place + 2], labels)
            steps = [round(after[1] - before[1], 2) for before, after in zip(ticks, ticks[1:])]
            self.assertLess(max(steps) - min(steps), 0.02)

    def test_a_zone_that_is_an_offset_has_its_own_times(self):
        self.open("#/connections/conn-offset", "session")
        self.assertIn("times in +03:00", self.text("night-2024-04-17"))

    def test_motion_has_the_runs_of_each_source(self):
        self.open(DAY, "motion-2024-04-17")
        document = self.documents("conn-7f3a", "motion")[0]
        runs = sorted(kind for item in document["data"] for kind, entries in item["data"].items() for _ in entries)
        marks = self.js(
            "return [...document.querySelectorAll('[data-testid=motion-2024-04-17] rect[data-kind]')].map((r) => r.dataset.kind)"
        )
        self.assertEqual(sorted(marks), runs)
        self.assertIn("Cycling 23 min", self.text("motion-2024-04-17"))

    def test_a_workout_has_its_heart_rate_with_breaks_pauses_and_laps(self):
        self.open(DAY, "picture-heart")
        workout = [
            entry for entry in self.documents("conn-7f3a", "workouts") if entry["start_date"] > 734994000 and entry["end_date"] < 735080400
        ][0]
        identifier = workout["data"][0]["id"]
        self.assertTrue(self.all(f"workout-{identifier}"))
        path = self.css("[data-testid=picture-heart] path[data-line=heart]")[0].get_attribute("d")
        self.assertEqual(path.count("M"), 2)
        self.assertLessEqual(path.count("L"), 1500)
        self.assertEqual(len(self.css("[data-testid=picture-heart] rect[data-pause]")), 1)
        self.assertIn("Lap 2", self.text("picture-heart"))
        text = self.text(f"workout-{identifier}")
        for part in ("52 min 15 s", "10.2 km", "5:07 /km", "612 kcal"):
            self.assertIn(part, text)
        rows = self.js(
            "return [...document.querySelectorAll('.workout table')].find((t) => t.caption.textContent.startsWith('Splits')).querySelectorAll('tbody tr').length"
        )
        self.assertEqual(rows, len(workout["data"][0]["nested_data"]["splits"]))

    def test_a_route_is_to_scale_and_has_no_coordinates_in_words(self):
        self.open(DAY, "picture-route")
        scale = self.js(
            """const svg = document.querySelector("[data-testid=picture-route] svg.map"), path = svg.querySelector("[data-line=route]");
            const bar = svg.querySelector(".scale path").getAttribute("d").match(/h([0-9.]+)/)[1];
            return [path.getTotalLength(), +bar, +svg.querySelector(".scale").dataset.meters]"""
        )
        length = scale[0] / scale[1] * scale[2]
        shown = float(re.search(r"Route ([0-9.]+) km", self.text("picture-route")).group(1)) * 1000
        self.assertLess(abs(length - shown) / shown, 0.03)
        words = self.js(
            """return document.body.textContent + [...document.querySelectorAll("[aria-label], [title]")].map((e) => `${e.ariaLabel} ${e.title}`).join(" ")"""
        )
        self.assertEqual(re.findall(r"\b(?:54\.[67]|25\.[23])\d{2,}", words), [])

    def test_a_week_has_seven_days_and_the_heart_from_least_to_greatest(self):
        self.open(DAY, "week-heart")
        for name in ("week-steps", "week-distance", "week-calories", "week-flightsClimbed", "week-heart"):
            self.assertTrue(self.all(name), name)
        totals = {entry["id"]: entry["data"][0]["data"]["steps"][0]["value"]["quantity"] for entry in self.documents("conn-7f3a", "steps")}
        bars = self.js(
            "return [...document.querySelectorAll('[data-testid=week-steps] rect[data-value]')].map((r) => [r.dataset.date, +r.dataset.value])"
        )
        self.assertEqual(bars, [[f"2024-04-{day}", totals[f"steps/2024-04-{day}"]] for day in range(15, 21)])

    def test_samples_are_points_that_are_not_joined(self):
        name = "samples-HKQuantityTypeIdentifierBloodGlucose"
        self.open(DAY, name)
        values = [
            one["value"]["quantity"]
            for one in self.documents("conn-7f3a", "glucose")[0]["data"][0]["data"]["HKQuantityTypeIdentifierBloodGlucose"]
        ]
        self.assertEqual(
            self.js(f"return [...document.querySelectorAll('[data-testid={name}] circle[data-value]')].map((c) => +c.dataset.value)"),
            values,
        )
        self.assertEqual(len(self.css(f"[data-testid={name}] path")), 0)

    def test_why_opens_the_explanation_of_a_total(self):
        self.open(DAY, "week-steps")
        why = self.css("[data-testid=week-steps] [data-testid=why]")[0]
        why.click()
        self.until(lambda: self.css("[data-testid=explain] rect[data-why]"), "marks")
        figure = self.data.explain("conn-7f3a", STEPS)[0]
        marks = self.js(
            "return [...document.querySelectorAll('[data-testid=explain] rect[data-why]')].map((r) => [r.dataset.why, +r.dataset.share])"
        )
        self.assertEqual(sorted(marks), sorted([one["why"], one["share"]] for one in figure["samples"]))
        self.assertIn(f"{figure['value']['sum']:,}", self.text("explain"))
        self.assertIn("covered by Anna’s Apple Watch", self.text("explain"))
        self.keys(KEYS.ESCAPE)
        self.gone("explain")
        self.assertEqual(self.focused().get_attribute("data-testid"), "why")

    @needs_fake
    def test_a_day_says_whether_it_is_published_and_what_is_frozen(self):
        self.open(DAY, "published")
        self.assertEqual(self.text("published"), "As published")
        self.fake.pending = [STEPS]
        self.open(DAY, "published")
        self.assertIn("1 document not published yet", self.text("published"))
        self.fake.pending, self.fake.differs = [], [STEPS]
        self.open(DAY, "published")
        self.assertIn("1 document not as published", self.text("published"))
        self.fake.differs, self.fake.frozen = [], {STEPS}
        self.open(DAY, "frozen")
        self.assertIn(STEPS, self.text("frozen"))

    def test_changes_and_json_and_commands(self):
        self.open(DAY, "changes")
        self.assertIn("written", self.text("changes"))
        self.wait("json")
        page = self.js("return document.body.textContent")
        for command in (
            "fork-worker documents conn-7f3a --from 2024-04-17 --to 2024-04-17",
            "fork-worker dispatch list --connection conn-7f3a",
            "fork-worker dead-letters list --connection conn-7f3a",
        ):
            self.assertIn(command, page)
        if REAL:
            self.assertIn(f"--bootstrap-servers {os.environ['CONSOLE_BROKERS']}", self.text("commands"))
        self.js("const j = document.querySelector('[data-testid=json]'); j.open = true; j.querySelector('details').open = true")
        self.until(lambda: '"connection_id": "conn-7f3a"' in self.text("json"), "a document as JSON")

    def test_each_picture_has_a_sentence_and_a_table(self):
        for address, name in (("#/worker", "picture-memory"), (DAY, "week-heart")):
            self.open(address, name)
            faults = self.js(
                """return [...document.querySelectorAll("figure")].filter((f) => f.tabIndex !== 0 || !/least|shortest/i.test(f.querySelector("svg[role=img]")?.getAttribute("aria-label"))
                || !f.querySelector("details table caption") || !f.querySelector("details table th") || f.querySelector("details summary").textContent !== "Table").map((f) => f.outerHTML.slice(0, 200))"""
            )
            self.assertEqual(faults, [])

    @needs_fake
    def test_the_changes_of_the_worker_reach_the_page(self):
        self.fake.summary = {"collected_at": "2024-04-17T05:15:00Z"}
        self.open(DAY, "session")
        document = self.documents("conn-7f3a", "steps")[16]
        value = document["data"][0]["data"]["steps"][0]["value"]
        before = value["quantity"]
        try:
            value["quantity"] = 12345
            self.fake.summary = {"collected_at": "2024-04-17T06:15:00Z"}
            self.until(lambda: "12,345" in self.text("totals-of-day"), "the new total")
        finally:
            value["quantity"] = before

    @needs_real
    def test_an_upload_reaches_the_page_of_a_real_worker(self):
        self.open("#/connections/conn-offset/2024-04-18", "changes")
        self.assertFalse(self.all("totals-of-day"))
        at = datetime(2024, 4, 18, 9, tzinfo=UTC)
        samples = [quantity("StepCount", at, at, 12345, "count", PHONE)]
        send([upload("conn-offset", str(uuid.uuid4()), at, samples, time_zone="+03:00")])
        self.wait("totals-of-day")
        self.assertIn("12,345", self.text("totals-of-day"))
        self.assertIn("steps/2024-04-18", self.text("changes"))

    @needs_real
    def test_a_day_before_the_horizon_is_not_called_empty(self):
        self.open("#/connections/conn-frozen/2022-11-30", "frozen")
        self.assertIn("before the horizon", self.text("frozen"))
        self.assertFalse(self.all("state-empty"))
        self.assertIn("2 documents", self.text("about"))
