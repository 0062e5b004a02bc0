import Foundation
import Kafka
import Worker

/// The topics of one test for dispatchers, with a group, a secret and a receiver of their own.
struct DispatchTopics {
    /// The secret that all deliveries of these tests are signed with.
    static let secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="

    let topics: RunTopics
    let receiver: Receiver
    private let secrets: URL

    /// Creates the topics, if asked for without those that only dispatchers write.
    init(_ servers: String, partitions: Int32 = 3, withOutputs: Bool = true) throws {
        topics = try RunTopics(servers)
        receiver = try Receiver()
        secrets = topics.directory.appending(path: "secrets.json")
        try write(secrets: "{\"default\": \"\(Self.secret)\"}")
        let compact = ["cleanup.policy": "compact"]
        let inputs = [
            NewTopic(names.connections, partitions: partitions, settings: compact),
            NewTopic(names.jobs, partitions: partitions),
        ]
        let outputs = [
            NewTopic(names.webhookState, partitions: partitions, settings: compact),
            NewTopic(names.webhookDeadLetters, partitions: 1, settings: ["max.message.bytes": "1114124"]),
        ]
        try Admin(["bootstrap.servers": servers]).createTopics(
            inputs + (withOutputs ? outputs : []),
            timeoutMilliseconds: 60_000
        )
    }

    var names: TopicNames { topics.names }

    var secretsPath: String { secrets.path }

    /// Replaces the file with the secrets.
    func write(secrets text: String) throws { try Data(text.utf8).write(to: secrets, options: .atomic) }

    /// A dispatcher of this test's group; those of the same number are the same member.
    func dispatcher(_ number: Int = 0, _ arguments: [String] = []) -> RunProcess {
        RunProcess(
            topics.servers,
            directory: topics.directory.appending(path: "d\(number)"),
            command: "dispatch",
            [
                "--topic-prefix", topics.prefix, "--group-id", topics.group, "--allow-loopback-callbacks", "--secrets",
                secrets.path,
            ] + arguments
        )
    }

    /// Writes settings with the receiver's URL, and further members.
    func configure(_ connections: some Sequence<String>, _ members: String = "") throws {
        try topics.produce(
            connections.map { connection in
                let url = "\"callback_url\":\"\(receiver.url)/\(connection)\""
                return (connection, "{\"connection_id\":\"\(connection)\",\(url)\(members)}")
            },
            to: names.connections
        )
    }

    /// Appends jobs, and returns their ids.
    @discardableResult
    func add(_ jobs: [TestJob]) throws -> [String] {
        try topics.produce(jobs.map { ($0.connection, $0.json) }, to: names.jobs)
        return jobs.map(\.id)
    }

    /// The dead letters so far.
    func deadLetters() throws -> [RunTopics.Record] { try topics.read(names.webhookDeadLetters) }

    /// The printed lines of `dispatch list`.
    func listed() throws -> [[String: Any]] { try command(["dispatch", "list"]) }

    /// What a command prints about these topics.
    func command(_ arguments: [String]) throws -> [[String: Any]] {
        let process = Process()
        process.executableURL = RunProcess.program
        process.arguments =
            arguments + [
                "--bootstrap-servers", topics.servers, "--topic-prefix", topics.prefix, "--group-id", topics.group,
            ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return text.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
        }
    }
}

/// A job as a worker writes it.
struct TestJob {
    let id = UUID().uuidString
    private let upload = UUID().uuidString
    var connection = "conn-1"
    var documents = #"{"id":"steps/2024-04-17","op":"upsert","document":{"id":"steps/2024-04-17"}}"#
    var createdAt = "2024-04-26T08:15:00.123Z"

    var json: String {
        #"{"id":"\#(id)","type":"fork.data.updated","connection_id":"\#(connection)","app_id":"demo","user_id":"u","#
            + #""callback_url":"https://old.example.org/","data_type":"steps","created_at":"\#(createdAt)","#
            + #""uploads":["\#(upload)"],"part":1,"parts":1,"documents":[\#(documents)]}"#
    }
}
