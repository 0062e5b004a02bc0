import Foundation
import Health
import Observation
import Synchronization
import System
import Testing
import Vocabulary
import Worker

/// A worker in this process, with a clock that the test turns on.
private final class FormerOwner: Sendable {
    private let topics: RunTopics
    private let turned = Atomic<Int64>(0)
    private let log = Mutex("")

    init(_ topics: RunTopics) { self.topics = topics }

    var directory: URL { topics.directory.appending(path: "former") }

    /// Runs the worker while the body runs; how the worker ended.
    func run(_ body: () throws -> Void) throws -> Worker.Outcome? {
        var rules = Rules()
        rules.topicPrefix = topics.prefix
        var options = WorkerOptions(
            bootstrapServers: topics.servers,
            groupID: topics.group,
            instanceID: "former",
            rules: rules
        )
        options.storePath = directory.path
        let machine = Clocks()
        let clocks = Clocks(steadyMilliseconds: { machine.steadyMilliseconds() + self.turned.load(ordering: .relaxed) })
        log.withLock { $0 = "" }
        let observer = Observer(level: .info, format: .json) { line in
            let text = String(decoding: copy line, as: UTF8.self)
            self.log.withLock { $0 += text }
        }
        let zones = ZoneTable(read: FileBytes.zoneReader(directory: nil))
        let worker = Worker(options, clocks: clocks, observer: observer) { [rules] in
            Processor(rules: rules, zones: zones)
        }
        let isDone = Atomic(false)
        let outcome = Mutex<Worker.Outcome?>(nil)
        do {
            let thread = SystemThread {
                var end: Worker.Outcome?
                while !isDone.load(ordering: .relaxed) {
                    end = worker.run { milliseconds in
                        // The worker asks for its stop as often as the command does.
                        machine.sleep(milliseconds: milliseconds)
                        return isDone.load(ordering: .relaxed) ? "test" : nil
                    }
                    // The lanes of the run before hold the store until their clients are closed.
                    machine.sleep(milliseconds: 100)
                }
                outcome.withLock { $0 = end }
            }
            // The thread goes at the end of this scope, and that waits for it.
            defer { isDone.store(true, ordering: .relaxed) }
            let isRunning = thread != nil
            #expect(isRunning)
            try body()
        }
        return outcome.withLock { $0 }
    }

    /// Turns the worker's clock on by ten minutes in half a minute.
    ///
    /// The worker's watch over its threads then sees no call that takes minutes.
    func letTenMinutesPass() {
        for _ in 0..<30 {
            turned.add(20_000, ordering: .relaxed)
            sleep(1)
        }
    }

    /// Whether the log comes to have an event.
    func says(_ event: String) -> Bool { eventually { self.log.withLock { $0.contains(#""event":"\#(event)""#) } } }

    /// Whether a sample's id comes to be in no file of the directory.
    func loses(_ id: UUID) -> Bool { eventually { !self.holds(id) } }

    /// Whether half of a sample's id is in a file of the directory: the store keeps ids as two numbers, the least byte first.
    func holds(_ id: UUID) -> Bool {
        let digits = Array(id.uuidString.filter { $0 != "-" })
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        let halves = [Data(bytes.prefix(8).reversed()), Data(bytes.suffix(8).reversed())]
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
        return files.contains { name in
            // A file may be gone meanwhile.
            guard let data = try? Data(contentsOf: directory.appending(path: name)) else { return false }
            return halves.contains { data.range(of: $0) != nil }
        }
    }

}

extension BrokerTests {
    /// What a worker keeps of a partition that another one has.
    @Suite struct RunFormerOwners {
        private static func upload(_ connection: String, _ id: UUID) -> RunUpload {
            RunUpload(
                connection: connection,
                body: #"{"upload_id":"\#(UUID().uuidString)","connection_id":"\#(connection)","#
                    + #""collected_at":"2024-05-01T08:00:00Z","samples":[{"id":"\#(id.uuidString)","value":1,"#
                    + #""type":"HKQuantityTypeIdentifierStepCount","unit":"count","#
                    + #""start_date":"2024-04-16T10:00:00Z","end_date":"2024-04-16T10:10:00Z"}]}"#
            )
        }

        @Test(.timeLimit(.minutes(20)))
        func `a former owner has no sample of a forgotten connection in its files, while it runs and after`()
            async throws
        {
            let ids = Dictionary(uniqueKeysWithValues: (0..<8).map { ("conn-\($0)", UUID()) })
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let former = FormerOwner(topics)
                let next = topics.worker(1)
                try topics.upload(ids.sorted { $0.key < $1.key }.map { Self.upload($0.key, $0.value) })
                // A stop writes all that is in memory to files.
                let first = try former.run {
                    let isRead = try topics.waitUntilRead()
                    #expect(isRead)
                }
                #expect(first == .stopped)
                #expect(ids.values.allSatisfy { former.holds($0) })
                var gone: [String] = []
                let second = try former.run {
                    #expect(former.says("ready"))
                    try next.startUntilReady()
                    let assigned = next.lines.last { $0["event"] as? String == "partitions_assigned" }
                    let moved = (assigned?["partitions"] as? String).flatMap { Int32($0) }
                    gone = try topics.read(topics.names.uploads).filter { $0.partition == moved }.map(\.key)
                    let forgotten = try topics.command(["forget", "--yes", try #require(gone.first)]).ending()
                    #expect(forgotten.status == 0, "\(forgotten.errors)")
                    // The time that a worker waits for its partition to come back.
                    former.letTenMinutesPass()
                    #expect(gone.allSatisfy { former.loses(ids[$0] ?? UUID()) })
                }
                #expect(second == .stopped)
                #expect(!gone.isEmpty && gone.count < ids.count)
                for (connection, id) in ids {
                    #expect(former.holds(id) != gone.contains(connection), "\(connection)")
                }
                #expect(next.stop() == 0)
            }
        }
    }
}
