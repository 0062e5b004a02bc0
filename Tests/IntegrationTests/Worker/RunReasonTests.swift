import Clients
import Foundation
import Health
import Kafka
import Store
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// Reasons of `docs/operations.md` that need a situation of their own.
    @Suite struct RunReasons {
        /// Raises the version of the derivation in the state, as a newer worker does.
        private static func raiseDerivation(_ topics: RunTopics) throws {
            let headerBytes = 11
            let summaries = try topics.rawRecords(of: topics.names.state).compactMap { record -> [UInt8]? in
                guard record.key.first == ConnectionID.ofPartition.bytes[0], let value = record.value else {
                    return nil
                }
                let bytes = Array(value.dropFirst(headerBytes))
                return PartitionSummary(bytes) == nil ? nil : bytes
            }
            var summary = try #require(summaries.last)
            // After the version of the format, in one byte.
            summary[1] = UInt8(DocumentRules.currentVersion + 1)
            let change = StateChange(
                connection: .ofPartition,
                stateKey: StateKey(.partition),
                value: summary,
                heldBytes: nil
            )
            let producer = try Producer(["bootstrap.servers": topics.servers])
            for record in Changelog.records(of: change) {
                let (key, value) = unsafe (record.key.span.bytes, record.value?.span.bytes)
                try producer.produce(to: topics.names.state, partition: 0, key: key, value: value)
            }
            try producer.flush(timeoutMilliseconds: 60_000)
        }

        @Test(.timeLimit(.minutes(20)))
        func `an older worker leaves documents of a newer derivation alone`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1)])
                try Self.raiseDerivation(topics)
                try topics.upload([topics.steps(2)])
                let worker = topics.worker(0, RunTopics.member)
                try worker.start()
                #expect(worker.refuses("newer_derivation: "), "\(worker.lines.suffix(5))")
                #expect(try topics.total() == 1)
                #expect(worker.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `offsets that somebody has set back leave the partition alone, until that is confirmed`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.processed([topics.steps(1), topics.steps(2)])
                try topics.stalledOwner(offsets: [0: 1]).commitTransaction(timeoutMilliseconds: 30_000)
                let worker = topics.worker(0, RunTopics.member)
                try worker.start()
                #expect(worker.refuses("offsets_reset: "), "\(worker.lines.suffix(5))")
                #expect(worker.stop() == 0)
                try topics.processed([topics.steps(4)], ["--adopt-state"])
                #expect(try topics.total() == 7)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a store that cannot be opened ends the start, and names the file`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let worker = try topics.processed([topics.steps(1)])
                let store = topics.directory.appending(path: "w0/store")
                let manifests = try FileManager.default.contentsOfDirectory(atPath: store.path).filter {
                    $0.hasPrefix("MANIFEST")
                }
                for name in manifests { try FileManager.default.removeItem(at: store.appending(path: name)) }
                try worker.start()
                #expect(worker.status() == 1)
                #expect(worker.reasons.contains("store_failed: "), "\(worker.reasons)")
                #expect(worker.reasons.contains("MANIFEST"), "\(worker.reasons)")
                // The advice of the page: the state comes back from its topic.
                try FileManager.default.removeItem(at: store)
                try topics.processed([topics.steps(2)])
                #expect(try topics.total() == 3)
            }
        }

        @Test(.timeLimit(.minutes(20)), .enabled(if: OtherUser.canRun, "needs root, and a program for all users"))
        func `a worker that may start no more threads says so, and what to do`() async throws {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let limited = try OtherUser(topics)
                defer { limited.kill() }
                #expect(limited.says("ready"), "\(limited.said)")
                let other = topics.worker(1, ["--dynamic-membership"])
                try other.start()
                #expect(limited.says("partitions_revoked"), "\(limited.said)")
                #expect(other.says("ready"), "\(other.lines.suffix(5))")
                try limited.forbidThreads()
                // The partitions come back, and a restore needs a thread.
                #expect(other.stop() == 0)
                #expect(limited.status() == 1)
                #expect(limited.says(#""code":"no_threads""#), "\(limited.said)")
                #expect(limited.said.contains("the system cannot create more threads"))
            }
        }
    }
}

/// A worker of another user, because limits of threads do not hold for root.
private final class OtherUser: Sendable {
    private static let user: UInt32 = 61_234
    private static let launcher = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]

    /// Whether the test is root, and others can read the program.
    static var canRun: Bool {
        guard geteuid() == 0 else { return false }
        let process = Process()
        process.executableURL = URL(filePath: launcher[0])
        process.arguments = launcher.dropFirst() + [RunProcess.program.path, "--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    private let process = Process()
    private let log: URL

    init(_ topics: RunTopics) throws {
        let folder = topics.directory.appending(path: "other")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes(
            [.ownerAccountID: Self.user, .groupOwnerAccountID: Self.user],
            ofItemAtPath: folder.path
        )
        log = topics.directory.appending(path: "other.log")
        try Data().write(to: log)
        process.executableURL = URL(filePath: Self.launcher[0])
        process.arguments =
            Self.launcher.dropFirst() + [RunProcess.program.path, "run", "--bootstrap-servers", topics.servers] + [
                "--topic-prefix", topics.prefix, "--group-id", topics.group, "--state-directory", folder.path,
                "--dynamic-membership",
            ]
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try process.run()
    }

    var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    func says(_ words: String) -> Bool {
        _ = eventually { said.contains(words) || !process.isRunning }
        return said.contains(words)
    }

    /// Sets the limit of threads below what the process has.
    func forbidThreads() throws {
        let limit = Process()
        limit.executableURL = URL(filePath: Self.launcher[0])
        // As the same user, who may lower limits of their own.
        let words = ["/usr/bin/prlimit", "--pid", "\(process.processIdentifier)", "--nproc=1:1"]
        limit.arguments = Self.launcher.dropFirst() + words
        try limit.run()
        limit.waitUntilExit()
        #expect(limit.terminationStatus == 0)
    }

    func status() -> Int32? { eventually { !process.isRunning } ? process.terminationStatus : nil }

    func kill() { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }
}

/// Logs whose bytes are damaged on the disk of the broker; the node is their own.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("damage"), .serialized)
struct RunDamageTests {
    /// Changes the last byte of a batch in the log of partition 0.
    private static func damage(_ topic: String, _ node: BrokerNode) throws {
        let folder = try node.settingsFile().replacing("/env", with: "/data")
        let file = "\(folder)/\(topic)-0/00000000000000000000.log"
        let handle = try FileHandle(forUpdating: URL(filePath: file))
        let bytes = Array(try handle.readToEnd() ?? Data())
        // The first batch: its length is in bytes 8 to 11.
        let length = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
        try handle.seek(toOffset: UInt64(12 + length - 1))
        try handle.write(contentsOf: [bytes[12 + length - 1] ^ 0xFF])
        try handle.close()
    }

    @Test(.timeLimit(.minutes(20)))
    func `an upload whose bytes are damaged leaves its partition alone`() async throws {
        try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create(partitions: 1)
            try topics.upload([topics.steps(1)])
            try Self.damage(topics.names.uploads, node)
            let worker = topics.worker(0)
            try worker.start()
            #expect(worker.refuses("input_unreadable: "), "\(worker.lines.suffix(5))")
            #expect(worker.stop() == 0)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `a state whose bytes are damaged on the broker is not restored`() async throws {
        try await onBroker { node in
            let topics = try RunTopics(node.bootstrapServers)
            try topics.processed([topics.steps(1)])
            try Self.damage(topics.names.state, node)
            try topics.upload([topics.steps(2)])
            // An empty directory needs the whole changelog.
            let worker = topics.worker(1, RunTopics.member)
            try worker.start()
            #expect(worker.refuses("restore_failed: "), "\(worker.lines.suffix(5))")
            #expect(worker.stop() == 0)
        }
    }
}
