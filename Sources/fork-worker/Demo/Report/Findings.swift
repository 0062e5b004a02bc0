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

    let uploads: [StoryRecord]
    /// The live documents at the end, by connection, in ascending order of their ids.
    private(set) var documents: [String: [DocumentView]] = [:]
    /// The changes by upload id.
    private(set) var changes: [String: [Change]] = [:]
    private(set) var jobs: [JobView] = []
    private(set) var refusals: [DeadLetterView] = []
    let counters: Counters

    private let topics: TopicNames
    private let prefix: String

    /// Sorts the output records into documents, jobs and refusals.
    ///
    /// - Parameters:
    ///   - uploads: The uploads that were sent.
    ///   - records: The records of all output topics; each topic's records are in order.
    ///   - counters: The worker's counters at its end.
    ///   - topics: The names of the shared topics.
    ///   - prefix: The prefix of the topics of connections.
    init(
        uploads: [StoryRecord],
        records: [OutputRecordView],
        counters: Counters,
        topics: TopicNames,
        prefix: String
    ) {
        self.uploads = uploads
        self.counters = counters
        self.topics = topics
        self.prefix = prefix
        var live: [String: [String: [UInt8]]] = [:]
        for record in records { add(record, &live) }
        documents = live.mapValues { documents in
            documents.sorted { $0.key < $1.key }.compactMap { DocumentView($0.value) }
        }
        // Jobs are in two partitions; the order of the uploads is easier to follow.
        jobs = jobs.sorted { left, right in
            let numbers = (number(ofUpload: left.uploads.first), number(ofUpload: right.uploads.first))
            return numbers.0 != numbers.1 ? numbers.0 < numbers.1 : left.dataType < right.dataType
        }
        refusals.sort { $0.timestampMilliseconds < $1.timestampMilliseconds }
    }

    private mutating func add(_ record: OutputRecordView, _ live: inout [String: [String: [UInt8]]]) {
        if record.topic == topics.deadLetters {
            refusals.append(DeadLetterView(record))
        } else if record.topic == topics.jobs {
            if let job = record.value.flatMap(JobView.init) { jobs.append(job) }
        } else {
            let connection = String(record.topic.dropFirst(prefix.count))
            let wasThere = live[connection]?[record.key] != nil
            live[connection, default: [:]][record.key] = record.value
            let kind: Change.Kind = record.value == nil ? .gone : wasThere ? .changed : .new
            changes[record.header("fork-upload"), default: []].append(Change(kind: kind, id: record.key))
        }
    }

    /// Returns the number of an upload, counted from 1; 0 if it is unknown.
    func number(ofUpload id: String?) -> Int {
        1 + (uploads.firstIndex { $0.uploadID != nil && $0.uploadID == id } ?? -1)
    }

    /// Returns the number of the upload with this timestamp, counted from 1; 0 if there is none.
    func number(ofUploadAt timestampMilliseconds: Int64) -> Int {
        1 + (uploads.firstIndex { $0.timestampMilliseconds == timestampMilliseconds } ?? -1)
    }

    /// Returns an error message if an expected output is missing; nil if all are there.
    func missing(connections: [String]) -> String? {
        if let connection = connections.first(where: { documents[$0, default: []].isEmpty }) {
            return "no documents of \(connection) came out"
        }
        let types = Set(documents.values.joined().map(\.type))
        if let type = ["sleep", "steps", "workouts"].first(where: { !types.contains($0) }) {
            return "no document of the type \(type) came out"
        }
        if jobs.isEmpty { return "no webhook jobs came out" }
        return refusals.isEmpty ? "nothing was refused, though something should have been" : nil
    }
}
