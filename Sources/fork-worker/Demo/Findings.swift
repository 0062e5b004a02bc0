import Kafka
import Operations
import Views
import Worker

/// The output of the demo, in the order of the report.
struct Findings {
    /// The change that an upload made to a document.
    struct Change {
        enum Kind { case new, changed, gone }

        let kind: Kind
        let id: String
    }

    let story: Story
    let counters: Counters
    private let topics: TopicNames

    private(set) var recordCount = 0
    /// The live documents by topic and id.
    private var live: [String: [String: [UInt8]]] = [:]
    /// The changes by upload id.
    private(set) var changes: [String: [Change]] = [:]
    private(set) var jobs: [JobView] = []
    private(set) var refusals: [ReadLetter] = []

    /// - Parameters:
    ///   - story: The records that were sent.
    ///   - topics: The names of the shared topics.
    ///   - counters: The worker's counters at its end.
    init(_ story: Story, _ topics: TopicNames, _ counters: Counters) {
        self.story = story
        self.topics = topics
        self.counters = counters
    }

    /// Returns the document topic of a connection.
    func topic(_ connection: String) -> String { "\(topics.prefix)connection.\(connection)" }

    /// Adds a record of an output topic; the records of a partition must come in order.
    mutating func take(_ message: borrowing Message) {
        recordCount += 1
        let topic = message.topic
        let value = [UInt8](message.value)
        if topic == topics.deadLetters {
            return refusals.append(ReadLetter(record: DeadLetterRecord(message), value: value))
        }
        if topic == topics.jobs {
            if let job = value.flatMap(JobView.init) { jobs.append(job) }
            return
        }
        let id = String(decoding: [UInt8](message.key) ?? [], as: UTF8.self)
        let kind: Change.Kind = value == nil ? .gone : live[topic]?[id] != nil ? .changed : .new
        live[topic, default: [:]][id] = value
        let upload = DeadLetterRecord(message).header("fork-upload") ?? ""
        changes[upload, default: []].append(Change(kind: kind, id: id))
    }

    /// Sorts jobs and refusals by their uploads, because partitions are read in any order.
    mutating func sort() {
        jobs = jobs.sorted { left, right in
            let numbers = (number(ofUpload: left.uploads.first), number(ofUpload: right.uploads.first))
            return numbers.0 != numbers.1 ? numbers.0 < numbers.1 : left.dataType < right.dataType
        }
        refusals = refusals.sorted { number(ofRefused: $0) < number(ofRefused: $1) }
    }

    /// Returns the live documents of a connection at the end, in ascending order of their ids.
    func documents(of connection: String) -> [DocumentView] {
        live[topic(connection), default: [:]].sorted { $0.key < $1.key }.compactMap { DocumentView($0.value) }
    }

    /// Returns the number of an upload, counted from 1; 0 if it is unknown.
    func number(ofUpload id: String?) -> Int {
        1 + (story.uploads.firstIndex { $0.uploadID != nil && $0.uploadID == id } ?? -1)
    }

    /// Returns the number of the refused upload, or of the upload with the refused element; 0 if it is unknown.
    func number(ofRefused letter: ReadLetter) -> Int {
        let time = letter.record.header("fork-timestamp").flatMap { Int64($0) }
        return 1 + (story.uploads.firstIndex { $0.timestampMilliseconds == time } ?? -1)
    }

    /// An error message if an expected output is missing; nil if all are there.
    var missing: String? {
        let documents = Story.connections.map { ($0, self.documents(of: $0)) }
        if let (connection, _) = documents.first(where: { $1.isEmpty }) {
            return "no documents of \(connection) came out"
        }
        let types = Set(documents.flatMap { $1.map(\.type) })
        if let type = ["motion", "sleep", "steps", "workouts"].first(where: { !types.contains($0) }) {
            return "no document of the type \(type) came out"
        }
        if jobs.isEmpty { return "no webhook jobs came out" }
        return refusals.isEmpty ? "nothing was refused, though something should have been" : nil
    }
}
