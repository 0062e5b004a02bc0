import Worker

/// What came out, in the order in which the report tells it.
struct Findings {
    /// What an upload did to a document.
    struct Change {
        /// What a record does to the document of its key.
        enum Kind { case new, changed, gone }

        let kind: Kind
        let id: String
    }

    let uploads: [StoryRecord]
    /// What is there at the end, by connection, ascending by id.
    private(set) var documents: [String: [DocumentView]] = [:]
    /// By the upload's id.
    private(set) var changes: [String: [Change]] = [:]
    private(set) var jobs: [JobView] = []
    private(set) var refusals: [DeadLetterView] = []
    let counters: Counters

    private let topics: TopicNames
    private let prefix: String

    /// Puts the records in order.
    ///
    /// - Parameters:
    ///   - uploads: that were played in.
    ///   - records: of all output topics, each topic's in its order.
    ///   - counters: the worker's, at its end.
    ///   - topics: names of the shared topics.
    ///   - prefix: of the topics of connections.
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
        // Jobs lie in two partitions: in the order of the uploads they are easier to follow.
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

    /// Counted from 1; 0 for one that is not known.
    func number(ofUpload id: String?) -> Int {
        1 + (uploads.firstIndex { $0.uploadID != nil && $0.uploadID == id } ?? -1)
    }

    /// Counted from 1; 0 for one that is not known.
    func number(ofUploadAt timestampMilliseconds: Int64) -> Int {
        1 + (uploads.firstIndex { $0.timestampMilliseconds == timestampMilliseconds } ?? -1)
    }

    /// What should have come out and has not, as a sentence; nil when all is there.
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
