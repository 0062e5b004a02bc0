import Observation
import System
import Testing

/// Figures that have no line of their own.
struct FigureTests {
    private func value(_ observer: Observer, _ name: String) -> Double? {
        let line = observer.metricsPage().split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    @Test func `what waits is told by topic and partition, and how old the oldest is`() {
        let recording = Recording()
        let observer = recording.observer()
        #expect(value(observer, "fork_worker_oldest_upload_seconds") == 0)
        observer.backlog(
            lane: 0,
            [
                PartitionBacklog(topic: "fork.uploads", partition: 3, records: 7, oldest: 1_714_119_290_123),
                PartitionBacklog(topic: "fork.connections", partition: 3, records: 0, oldest: nil),
            ]
        )
        observer.backlog(
            lane: 1,
            [PartitionBacklog(topic: "fork.uploads", partition: 4, records: 1, oldest: 1_714_119_299_123)]
        )
        #expect(value(observer, #"fork_worker_lag_records{topic="fork.uploads",partition="3"}"#) == 7)
        #expect(value(observer, #"fork_worker_lag_records{topic="fork.connections",partition="3"}"#) == 0)
        #expect(value(observer, #"fork_worker_lag_records{topic="fork.uploads",partition="4"}"#) == 1)
        #expect(value(observer, "fork_worker_oldest_upload_seconds") == 10)
        recording.turn(by: 5_000)
        #expect(value(observer, "fork_worker_oldest_upload_seconds") == 15)
        observer.backlogGone(lane: 0)
        #expect(value(observer, #"fork_worker_lag_records{topic="fork.uploads",partition="3"}"#) == nil)
        #expect(value(observer, "fork_worker_oldest_upload_seconds") == 6)
    }

    @Test func `an open transaction has the age of the oldest`() {
        let time = Recording()
        let clocks = Clocks(steadyMilliseconds: { time.now })
        let observer = Observer(level: .error, format: .text, clocks: clocks) { _ in }
        let name = "fork_worker_open_transaction_seconds"
        #expect(value(observer, name) == 0)
        observer.transactionBegan(lane: 0)
        time.turn(by: 2_000)
        observer.transactionBegan(lane: 1)
        time.turn(by: 500)
        #expect(value(observer, name) == 2.5)
        observer.transactionEnded(lane: 0)
        #expect(value(observer, name) == 0.5)
        observer.backlogGone(lane: 1)
        #expect(value(observer, name) == 0)
    }

    @Test func `queues of all lanes are added up, and those of a lane that is over are gone`() {
        let observer = Recording().observer()
        let name = #"fork_worker_client_messages{client="consumer",queue="fetched"}"#
        observer.queued(5, in: .fetched, lane: 0)
        observer.queued(6, in: .fetched, lane: 1)
        observer.queued(9, in: .unsent, lane: 1)
        #expect(value(observer, name) == 11)
        #expect(value(observer, #"fork_worker_client_messages{client="producer",queue="unsent"}"#) == 9)
        #expect(value(observer, #"fork_worker_client_messages{client="consumer",queue="events"}"#) == 0)
        observer.backlogGone(lane: 1)
        #expect(value(observer, name) == 5)
    }

    @Test func `the process says what it takes and what it may take`() throws {
        let observer = Recording().observer()
        observer.memoryLimit(bytes: 1 << 30)
        observer.storeHolds(bytes: 12, freeBytes: 30, neededBytes: 5)
        #expect(value(observer, "fork_worker_memory_limit_bytes") == 1_073_741_824)
        #expect(value(observer, "fork_worker_store_bytes") == 12)
        #expect(try #require(value(observer, "process_resident_memory_bytes")) > 1_048_576)
        #expect(try #require(value(observer, "process_cpu_seconds_total")) > 0)
    }

    @Test func `each upload is in one bucket of the time that it was under way`() {
        let observer = Recording().observer()
        var report = CommitReport()
        report.latency.add([1_000, 9_950, 10_000, 12_000], committedAt: 10_000)
        observer.committed(lane: 0, report)
        observer.committed(lane: 0, CommitReport())
        observer.committed(lane: 1, report)
        let name = "fork_worker_end_to_end_seconds"
        #expect(value(observer, "\(name)_count") == 8)
        #expect(value(observer, "\(name)_sum") == 18.1)
        #expect(value(observer, #"\#(name)_bucket{le="0.05"}"#) == 6)
        #expect(value(observer, #"\#(name)_bucket{le="5.0"}"#) == 6)
        #expect(value(observer, #"\#(name)_bucket{le="10.0"}"#) == 8)
        #expect(value(observer, #"\#(name)_bucket{le="+Inf"}"#) == 8)
    }

    @Test func `ready is what was asked at the same moment`() {
        let observer = Recording().observer()
        #expect(observer.metricsPage().contains("\nfork_worker_ready 0\n"))
        #expect(observer.metricsPage(isReady: true).contains("\nfork_worker_ready 1\n"))
    }
}
