import Kafka
import Operations
import Testing
import Views

/// How a status looks.
struct StatusTextTests {
    private static var status: Status {
        func reading(_ time: Int64, _ committed: Int64) -> StatusReading {
            var reading = StatusReading(at: time)
            reading.group.members = [
                GroupMember(
                    clientID: "fork-worker-w1-0",
                    instanceID: "w1-0",
                    host: "/10.0.0.3",
                    partitions: [0, 1].map { TopicPartition("fork.uploads", $0) }
                )
            ]
            reading.group.partitions = (0..<3).map {
                StatusReading.Partition(TopicPartition("fork.uploads", $0), begin: 0, end: 120, committed: committed)
            }
            reading.group.partitions.append(
                StatusReading.Partition(TopicPartition("fork.connections", 0), begin: 0, end: 3, committed: 3)
            )
            reading.oldest = [TopicPartition("fork.uploads", 2): time - 61_000]
            return reading
        }
        var now = reading(102_000, 110)
        now.hanging = [HangingTransaction(TopicPartition("fork.state", 1), offset: 44, since: 30_000, at: 102_000)]
            .compactMap { $0 }
        now.letters = ["tooLate": 1, "invalidType": 12]
        now.workers = [
            WorkerReading(
                address: "10.0.0.3:9090",
                page: "fork_worker_ready 1\nfork_worker_partitions 2\nfork_worker_owed_connections 5\n",
                readiness: "documents are owed: fork.connection.c cannot be created: no\nother\n"
            ),
            WorkerReading(address: "10.0.0.4:9090", failure: "Connection refused"),
        ]
        return Status(now, after: reading(100_000, 100))
    }

    @Test func `a page shows who reads what, how far, and what holds things up`() {
        let page = StatusText.page(Self.status, title: "fork-worker on localhost:9092", uploads: "fork.uploads")
        #expect(
            page == [
                "fork-worker on localhost:9092", "1 member, 3 partitions, lag 30, 0.0/s in, 15.0/s committed", "",
                "MEMBER  HOST       PARTITIONS", "w1-0    /10.0.0.3  0-1", "",
                "PARTITION         MEMBER  COMMITTED  END  LAG  OLDEST  IN/S  DONE/S",
                "fork.uploads [0]  w1-0          110  120   10       -   0.0     5.0",
                "fork.uploads [1]  w1-0          110  120   10       -   0.0     5.0",
                "fork.uploads [2]  nobody        110  120   10   1 min   0.0     5.0", "",
                "Hanging transactions", "  fork.state [1] from offset 44 on, open for 1 min", "",
                "Open dead letters of the last day", "  invalidType  12", "  tooLate       1", "",
                "WORKER         READY  OWNS  RESTORING  LEFT  ETA  DERIVING  LEFT ALONE  OWED",
                "10.0.0.3:9090  yes       2          0     0  0 s         0           0     5",
                "10.0.0.4:9090  no answer: Connection refused", "", "Topics that take nothing",
                "  fork.connection.c cannot be created: no", "",
            ],
            "\(page.joined(separator: "\n"))"
        )
    }

    @Test func `the lag in the head counts settings that nobody has read`() {
        var reading = StatusReading(at: 0)
        reading.group.partitions = [
            StatusReading.Partition(TopicPartition("fork.uploads", 0), begin: 0, end: 9, committed: 9),
            StatusReading.Partition(TopicPartition("fork.connections", 0), begin: 0, end: 5, committed: 3),
        ]
        let page = StatusText.page(Status(reading), title: "t", uploads: "fork.uploads")
        #expect(page.contains("0 members, 1 partition, lag 2"), "\(page)")
    }

    @Test func `programs get a line for each thing`() {
        let lines = StatusText.jsonLines(of: Self.status).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            lines.first
                == #"{"kind":"member","member":"w1-0","instance_id":"w1-0","client_id":"fork-worker-w1-0","host":"/10.0.0.3","partitions":[0,1]}"#
        )
        #expect(
            lines.contains(
                #"{"kind":"partition","topic":"fork.uploads","partition":2,"member":null,"committed":110,"end":120,"lag":10,"oldest_seconds":61,"arriving_per_second":0,"committed_per_second":5}"#
            )
        )
        #expect(lines.contains(#"{"kind":"dead_letters","code":"invalidType","count":12}"#))
        #expect(
            lines.contains(
                #"{"kind":"hanging_transaction","topic":"fork.state","partition":1,"offset":44,"open_seconds":72}"#
            )
        )
        #expect(lines.last == #"{"kind":"worker","address":"10.0.0.4:9090","failure":"Connection refused"}"#)
        #expect(lines.count == 10)
    }

    @Test func `a group without members is named`() {
        let page = StatusText.page(Status(StatusReading(at: 0)), title: "t", uploads: "u")
        #expect(page.contains("no members: uploads are not processed"))
    }

    @Test func `owned partitions without a committed offset come first`() {
        var reading = StatusReading(at: 0)
        reading.group.members = [
            GroupMember(
                clientID: "w",
                instanceID: "w",
                host: "/h",
                partitions: (0..<3).map { TopicPartition("fork.uploads", $0) }
            )
        ]
        reading.group.partitions = (0..<4).map {
            StatusReading.Partition(TopicPartition("fork.uploads", $0), begin: 0, end: 0, committed: $0 == 1 ? 0 : nil)
        }
        reading.used = Set([0, 1, 3].map { TopicPartition("fork.uploads", $0) })
        let page = StatusText.page(Status(reading), title: "t", uploads: "fork.uploads")
        #expect(page[3] == "Owned partitions of which the group has committed nothing", "\(page)")
        // The third one is empty, and nobody owns the last one.
        #expect(page[4] == "  fork.uploads [0]" && page[5].contains("doctor"))
        let lines = StatusText.jsonLines(of: Status(reading)).map { String(decoding: $0, as: UTF8.self) }
        let expected = #"{"kind":"uncommitted","topic":"fork.uploads","partition":0,"member":"w"}"#
        #expect(lines.contains(expected) && lines.count { $0.contains("uncommitted") } == 1)
    }

    @Test func `dispatchers follow the workers, with the jobs that wait`() {
        var reading = StatusReading(at: 1_000_000)
        reading.waiting = StatusReading.Waiting(jobs: 80, connections: 40, oldestMilliseconds: 0)
        func page() -> [String] { StatusText.page(Status(reading), title: "t", uploads: "fork.uploads") }
        let line = ", lag 0, 80 jobs of 40 connections waiting, the oldest for 17 min"
        #expect(page().contains("0 dispatchers\(line)") && page().contains("no members: webhooks are not sent"))
        let place = TopicPartition("fork.webhook-dispatch", 0)
        reading.dispatchers.members = [GroupMember(clientID: "d", instanceID: "d-0", host: "/h", partitions: [place])]
        reading.dispatchers.partitions = [StatusReading.Partition(place, begin: 0, end: 9, committed: 9)]
        #expect(page().contains("1 dispatcher\(line)"), "\(page().joined(separator: "\n"))")
        #expect(page().contains("d-0         /h    0"))
        let lines = StatusText.jsonLines(of: Status(reading)).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.contains(#"{"kind":"waiting","jobs":80,"connections":40,"oldest_seconds":1000}"#))
        #expect(lines.contains { $0.hasPrefix(#"{"kind":"dispatcher","member":"d-0""#) })
        reading = StatusReading(at: 0)
        #expect(!page().contains { $0.contains("dispatcher") })
    }
}
