import Clients
import Foundation
import Testing

/// A node of Apache Kafka, run by `scripts/kafka` under a name of its own.
struct BrokerNode: Sendable {
    /// For `bootstrap.servers`; stays the same over `kill` and `restart`.
    let bootstrapServers: String
    private let name: String

    /// The directory of an Apache Kafka distribution; without it there is no real broker to test on.
    static var isAvailable: Bool { ProcessInfo.processInfo.environment["KAFKA_HOME"]?.isEmpty == false }

    /// Said by the tests that are skipped.
    static let advice: Comment = "needs a real broker: set KAFKA_HOME to an Apache Kafka distribution, 3.9 or 4.x"

    /// Starts a node, with further arguments of `scripts/kafka start`; two with the same name in one test run are the same
    /// node.
    static func start(_ name: String, _ arguments: [String] = []) throws -> BrokerNode {
        let name = "\(name)-\(ProcessInfo.processInfo.processIdentifier)"
        return BrokerNode(bootstrapServers: try script("start", name, arguments), name: name)
    }

    /// Ends it and removes its data; its logs stay.
    func stop() throws { _ = try Self.script("stop", name) }

    /// SIGKILL; the data stays.
    func kill() throws { _ = try Self.script("kill", name) }

    /// Serves again, on the same data, when this returns.
    func restart() throws { _ = try Self.script("restart", name) }

    /// The file in which the node says what there is of it.
    func settingsFile() throws -> String {
        let folder = try Self.script("status", name).split(separator: " ").last.map(String.init) ?? ""
        return folder.replacing("/logs", with: "/env")
    }

    private struct ScriptFailed: Error {
        let command: String
        let status: Int32
    }

    private static func script(_ command: String, _ name: String, _ arguments: [String] = []) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: "scripts/kafka")
        process.arguments = [command, "--name", name] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ScriptFailed(command: command, status: process.terminationStatus)
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// What only a real broker can show; the suites are extensions of this one, and share its node.
@Suite(.enabled(if: BrokerNode.isAvailable, BrokerNode.advice), .broker("tests"))
struct BrokerTests {}

/// Starts a node before a suite and stops it after it.
struct BrokerTrait: SuiteTrait, TestScoping {
    /// The node of the suite that a test runs in.
    @TaskLocal static var node: BrokerNode?

    let name: String
    /// Of `scripts/kafka start`.
    var arguments: [String] = []

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let node = try await onOwnThread { try BrokerNode.start(name, arguments) }
        do {
            try await Self.$node.withValue(node, operation: function)
        } catch {
            try node.stop()
            throw error
        }
        try node.stop()
    }
}

extension Trait where Self == BrokerTrait {
    /// A node for this suite and those inside it.
    static func broker(_ name: String, arguments: [String] = []) -> BrokerTrait {
        BrokerTrait(name: name, arguments: arguments)
    }
}

/// Runs blocking calls on a thread of their own, with the suite's node: Swift Testing's pool is only as wide as the
/// machine has cores.
func onBroker<Value: Sendable>(_ body: @escaping @Sendable (BrokerNode) throws -> Value) async throws -> Value {
    let node = try #require(BrokerTrait.node)
    return try await onOwnThread {
        places.wait()
        defer { places.signal() }
        return try body(node)
    }
}

/// How many tests have processes on the brokers at a time.
///
/// More make all of them wait for the machine, until what is waited for is late in each. A test's limit of time counts
/// its turn too, so that it is long: it only ends what hangs.
private let places = DispatchSemaphore(value: 6)
