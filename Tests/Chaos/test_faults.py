"""The tools by which faults are done, each by itself: python3 -m unittest discover Tests/Chaos"""
import collections, contextlib, os, pathlib, shutil, socket, struct, subprocess, sys, tempfile, time, types, unittest
import clock, faults, hanging, nemesis, network, outlet, transactions, truncation, wire
from broker import Broker
from disk import Disk


def request(key, version=0, id=1, body=b""): return wire.framed(key, version, body)[:8] + struct.pack(">i", id) + \
    wire.framed(key, version, body)[12:]


def answer(id, body=b""): return struct.pack(">ii", 4 + len(body), id) + body


class Protocol(unittest.TestCase):
    def test_frames_are_whole_wherever_the_stream_is_cut(self):
        rows = [request(26, 3, 7, b"x" * 40), answer(7), request(0, 9, 8, b"y" * 3)]
        stream = b"".join(rows)
        for cut in range(len(stream) + 1):
            frames = wire.Frames()
            self.assertEqual(frames.take(stream[:cut]) + frames.take(stream[cut:]), rows)
        single = wire.Frames()
        self.assertEqual([row for byte in stream for row in single.take(bytes([byte]))], rows)
        with self.assertRaises(ValueError): wire.Frames().take(b"\xff\xff\xff\xff")

    def test_a_request_says_what_it_is(self):
        self.assertEqual(wire.request(request(28, 3, 77)), (28, 3, 77))
        self.assertEqual(wire.correlation(answer(77)), 77)

    def test_what_is_asked_for_is_one_frame_that_says_what_it_is(self):
        rows = {wire.LEAVE_GROUP: wire.leave_group("g", ["a", "bc"]), wire.DESCRIBE_GROUPS: wire.describe_group("g"),
                wire.OFFSET_DELETE: wire.delete_offsets("g", "t", range(3))}
        for key, frame in rows.items():
            self.assertEqual(wire.Frames().take(frame), [frame])
            self.assertEqual(wire.request(frame)[0], key)
        self.assertEqual(rows[wire.OFFSET_DELETE][-12:], struct.pack(">iii", 0, 1, 2))

    def test_static_members_are_named(self):
        def row(name): return wire.text("id") + name + wire.text("c") + wire.text("h") + struct.pack(">i", 3) + b"abc" + b"\0" * 4
        head = struct.pack(">iih", 0, 1, 0) + b"".join(map(wire.text, ("g", "Stable", "consumer", "range")))
        members = row(wire.text("lane-0")) + row(b"\xff\xff") + row(wire.text("lane-1"))
        self.assertEqual(wire.instances(head + struct.pack(">i", 3) + members), ["lane-0", "lane-1"])
        with self.assertRaises(OSError): wire.instances(struct.pack(">iih", 0, 1, 15))

    def test_commits_are_told_from_aborts_in_both_forms(self):
        body = wire.text("id") + struct.pack(">qh", 1, 2)
        for version, end in ((1, b""), (3, b"\0")):
            self.assertTrue(wire.is_commit(request(26, version, body=body + b"\1" + end)))
            self.assertFalse(wire.is_commit(request(26, version, body=body + b"\0" + end)))
        self.assertFalse(wire.is_commit(request(28, 1, body=body + b"\1")))


class Replacing(unittest.TestCase):
    """A topic of documents that somebody makes again, with brokers and workers that only note what is asked of them."""

    def setUp(self):
        self.calls, self.events = [], []
        feeder = types.SimpleNamespace(extra=collections.deque())
        broker = types.SimpleNamespace(
            kafka=types.SimpleNamespace(KafkaException=OSError), topics=lambda: ["fork.connection.a", "fork.uploads"],
            absence=contextlib.nullcontext, delete=lambda name: self.calls.append(("delete", name)), make=self.make,
            alter=lambda name, settings: self.calls.append(("alter", name, settings["cleanup.policy"])))
        worker = types.SimpleNamespace(events=lambda: self.events)
        self.run_ = types.SimpleNamespace(broker=broker, workers=[worker], proxies=[], feeder=feeder,
                                          forgetting=types.SimpleNamespace(names=[]))
        self.nemesis, self.is_free = nemesis.Nemesis(self.run_, None), True

    def make(self, name, settings):
        self.calls.append(("make", name, settings["cleanup.policy"]))
        self.events.append({"event": "documents_owed", "topic": name, "reason": "has cleanup.policy=delete, which"})
        return self.is_free

    def act(self, way): self.nemesis.do_topic(None, faults.Fault(0, "topic", 0, 0, way))

    def test_a_compacted_one_takes_documents_at_once(self):
        self.act("replaced")
        self.assertEqual(self.calls, [("delete", "fork.connection.a"), ("make", "fork.connection.a", "compact")])
        self.assertEqual((list(self.run_.feeder.extra), self.nemesis.emptied), (["a"], {"fork.connection.a"}))

    def test_another_one_is_corrected_once_it_was_named(self):
        self.act("uncompacted")
        self.assertEqual(self.calls[1:], [("make", "fork.connection.a", "delete"), ("alter", "fork.connection.a", "compact")])
        self.assertFalse(self.nemesis.is_named("fork.connection.b"))

    def test_one_that_a_worker_made_first_is_no_fault_and_gets_its_change_all_the_same(self):
        self.is_free = False
        with self.assertRaises(nemesis.Missed): self.act("uncompacted")
        self.assertEqual(list(self.run_.feeder.extra), ["a"])

    def test_one_that_nobody_names_is_corrected_too(self):
        before, nemesis.RETURN_SECONDS = nemesis.RETURN_SECONDS, 0
        self.addCleanup(setattr, nemesis, "RETURN_SECONDS", before)
        self.nemesis.workers = []
        with self.assertRaises(nemesis.Missed): self.act("uncompacted")
        self.assertEqual(self.calls[-1], ("alter", "fork.connection.a", "compact"))


class Lines(unittest.TestCase):
    """A client, the proxy, and a peer in the broker's place."""

    def setUp(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        port, = network.free_ports(1)
        self.proxy = network.Proxy(port)
        self.proxy.upstream = self.server.getsockname()
        self.client = socket.create_connection(("127.0.0.1", port))
        self.peer, _ = self.server.accept()
        for end in (self.client, self.peer): end.settimeout(0.3)

    def tearDown(self):
        for end in (self.client, self.peer, self.server): end.close()

    def goes(self, source, target, frame):
        source.sendall(frame)
        self.assertEqual(target.recv(999), frame)

    def stays(self, source, target, frame):
        source.sendall(frame)
        with self.assertRaises(TimeoutError): target.recv(999)

    def test_a_held_line_goes_on_where_it_was_and_a_deaf_one_loses_answers(self):
        self.goes(self.client, self.peer, request(3))
        self.proxy.turn("hold")
        self.stays(self.client, self.peer, request(3, id=2))
        self.proxy.turn("open")
        self.assertEqual(self.peer.recv(999), request(3, id=2))
        self.proxy.turn("deaf")
        self.goes(self.client, self.peer, request(3, id=3))
        self.stays(self.peer, self.client, answer(3))
        self.proxy.turn("open")
        with self.assertRaises(ConnectionResetError): self.client.recv(9)

    def test_a_trap_springs_at_the_answer_to_the_offsets_and_lets_it_through(self):
        stopped = []
        trap = network.Trap("offsets", lambda: stopped.append(1))
        self.proxy.set(trap)
        self.goes(self.client, self.peer, request(28, 3, 5))
        self.goes(self.peer, self.client, answer(4))
        self.assertFalse(trap.sprung.is_set())
        self.goes(self.peer, self.client, answer(5))
        self.goes(self.client, self.peer, request(28, 3, 6))
        self.goes(self.peer, self.client, answer(6))
        self.assertEqual(stopped, [1])
        self.proxy.let_go()

    def test_a_trap_holds_a_commit_back_and_lets_an_abort_pass(self):
        body = wire.text("id") + struct.pack(">qh", 1, 2)
        trap = network.Trap("commit", lambda: None)
        self.proxy.set(trap)
        self.goes(self.client, self.peer, request(26, 1, 1, body + b"\0"))
        self.stays(self.client, self.peer, request(26, 1, 2, body + b"\1"))
        self.assertTrue(trap.sprung.is_set())
        self.proxy.let_go()
        self.assertEqual(self.peer.recv(999), request(26, 1, 2, body + b"\1"))
        self.assertEqual(self.proxy.commits, 1)


class Pipes(unittest.TestCase):
    def test_a_shut_pipe_fills_and_nothing_of_it_is_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            pipe = outlet.Outlet(log)
            os.set_blocking(pipe.writer, False)
            pipe.shut()
            written = 0
            with self.assertRaises(BlockingIOError):
                while written < 10 * outlet.USUAL_BYTES: written += os.write(pipe.writer, b"x" * 1000)
            self.assertLess(written, 10 * outlet.USUAL_BYTES)
            pipe.open()
            pipe.give_away()
            pipe.finish()
            self.assertEqual(log.stat().st_size, written)


@unittest.skipUnless(shutil.which("cc"), "no C compiler")
class Clocks(unittest.TestCase):
    def test_a_clock_is_set_ahead_and_back_while_a_process_runs(self):
        code = ("import sys, time\nfor line in sys.stdin: print(int(time.time()), int(time.clock_gettime("
                "time.CLOCK_REALTIME)), int(time.monotonic()), flush=True)")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "clock")
            wall = clock.Clock(file, clock.build(pathlib.Path(folder)))
            process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       text=True, env=dict(os.environ, **wall.environment))
            for seconds in (0, 7_200, -7_200, 0):
                wall.set(seconds)
                process.stdin.write("\n")
                process.stdin.flush()
                found = [int(word) for word in process.stdout.readline().split()]
                for shown, true in zip(found, (time.time() + seconds,) * 2 + (time.monotonic(),)):
                    self.assertLess(abs(shown - true), 3)
            process.communicate()

    def test_who_waits_until_an_instant_waits_by_the_same_clock(self):
        code = ("import ctypes, time\nclass Time(ctypes.Structure): _fields_ = [('s', ctypes.c_long), ('n', ctypes.c_long)]\n"
                "library, begin = ctypes.CDLL(None), time.monotonic()\n"
                "for name, count in ('pthread_cond_timedwait', 2), ('cnd_timedwait', 2), ('sem_timedwait', 1):\n"
                "    for clock in time.time, time.monotonic:\n"
                "        until = Time(int(clock() + 0.2), int((clock() + 0.2) % 1 * 1e9))\n"
                "        places = [ctypes.create_string_buffer(64) for _ in range(count)]\n"
                "        getattr(library, name)(*places, ctypes.byref(until))\n"
                "print(time.monotonic() - begin)")
        with tempfile.TemporaryDirectory() as folder:
            wall = clock.Clock(pathlib.Path(folder, "clock"), clock.build(pathlib.Path(folder)))
            for seconds in (7_200, -7_200):
                wall.set(seconds)
                done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=20, check=True,
                                      env=dict(os.environ, **wall.environment))
                self.assertGreater(float(done.stdout), 1.1)

    def test_what_a_clock_showed_is_told_back(self):
        with tempfile.TemporaryDirectory() as folder:
            wall, now = clock.Clock(pathlib.Path(folder, "clock"), None), time.time()
            wall.jumps += [(now - 100, 7_200), (now - 90, 0), (now - 50, -7_200), (now - 40, 0)]
            self.assertEqual(wall.true(now - 95 + 7_200, now), now - 95)
            self.assertEqual(wall.true(now - 45 - 7_200, now), now - 45)
            self.assertEqual(wall.true(now - 70, now), now - 70)

    def test_jumps_are_such_as_brokers_take_and_such_as_they_refuse(self):
        jumps = {way: faults.jump(faults.Fault(0, "clock", 0, 1, way, 0.999)) for way in faults.WAYS["clock"]}
        self.assertLess(jumps["ahead"], faults.HOUR)
        self.assertGreater(jumps["far ahead"], faults.HOUR)
        self.assertLess(jumps["back"], -faults.HOUR)


class States(unittest.TestCase):
    def test_two_workers_get_each_others_state_and_their_own_back(self):
        with tempfile.TemporaryDirectory() as folder:
            pair = [Disk.__new__(Disk) for _ in range(2)]
            for number, disk in enumerate(pair):
                disk.folder = pathlib.Path(folder, str(number))
                disk.state.mkdir(parents=True)
                self.assertFalse(disk.has_name)
                (disk.state / "instance-id").write_text(str(number))
            for names in ("1", "0"), ("0", "1"):
                pair[0].exchange(pair[1])
                self.assertEqual(tuple((disk.state / "instance-id").read_text() for disk in pair), names)
                self.assertTrue(all(disk.has_name for disk in pair))


class Absences(unittest.TestCase):
    def test_a_broker_was_away_for_some_time_after_it_is_back(self):
        broker = Broker.__new__(Broker)
        broker.absences = [[100, 110]]
        self.assertTrue(broker.was_away(105))
        self.assertTrue(broker.was_away(111))
        self.assertFalse(broker.was_away(200))
        broker.absences = [[100, float("inf")]]
        self.assertTrue(broker.was_away(200))

    def test_a_transaction_that_the_broker_does_not_end_is_told_from_one_that_goes_on(self):
        text = ("TransactionalId\tCoordinator\tProducerId\tTransactionState\t\nfork-worker/a/0 \t1 \t0 \tOngoing\t\n"
                "fork-worker/b/0 \t1 \t4 \tPrepareCommit \t\nfork-worker/c/0 \t1 \t3 \tCompleteAbort \t\n")
        self.assertEqual(hanging.decided(text), ["fork-worker/b/0 1 4 PrepareCommit"])
        names = "Topic\tPartition\tProducerId\tProducerEpoch\tCoordinatorEpoch\tStartOffset\tLastTimestamp\tDuration(min)\n"
        self.assertEqual(hanging.open_for_ever(names), [])
        self.assertEqual(len(hanging.open_for_ever(names + "fork.state 3 4 17 0 901 1795471591963 2\n")), 1)


class Truncating(unittest.TestCase):
    """A log's newest batches are taken off where no transaction is cut in two."""

    def batch(self, base, count=1, attributes=0, body=b""):
        return transactions.HEADER.pack(base, 49 + len(body), 0, 2, 0, attributes, count - 1, 0, 0, 1, 0, 0, 1) + body

    def cut(self, *rows):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "0.log").write_bytes(b"".join(rows))
            (place / "0.index").write_bytes(b"")
            found = truncation.cut(place)
            left = (place / "0.log").read_bytes()
            return found, left, (place / "0.index").exists()

    def test_so_many_records_are_lost_at_least(self):
        rows = [self.batch(0, 10), self.batch(10, 2), self.batch(12, 3)]
        self.assertEqual(self.cut(*rows), ((15, 10), rows[0], False))
        # What would leave nothing is left alone.
        self.assertEqual(self.cut(rows[0]), ((10, 10), rows[0], True))

    def test_a_transaction_is_lost_as_a_whole(self):
        marker = bytes([20, 0, 0, 0, 8]) + struct.pack(">hh", 0, 1) + b"\0\0"
        rows = [self.batch(0, 5, 0x10), self.batch(5, 1, 0x30, marker), self.batch(6, 9, 0x10), self.batch(15, 1, 0x30, marker)]
        found, left, _ = self.cut(*rows)
        self.assertEqual((found, left), ((16, 6), rows[0] + rows[1]))


if __name__ == "__main__": unittest.main()
