import JSON
import Kafka
import Operations
import Views
import Vocabulary
import Worker

/// The uploads of the demo, with a caption and the results of each.
struct Story {
    /// The connections that get documents; Dan's connection is closed.
    static let connections = ["anna", "ben", "cleo"]

    private static let captions = [
        "Her watch and phone: a night, but 71 minutes of it are missing, so the watch seems to have slept twice.",
        "Her ring: the same night. It has more sleep than either half of the watch's, so its session is primary.",
        "The missing 71 minutes, late: the watch's two sessions become one, which is primary now.",
        "Her day: phone and watch have counted 14,660 steps, many of them both; 2,500 more she typed in.",
        "She has reinstalled the app, which sends the whole day again.",
        "She deletes the steps that she had typed in.",
        "Her glucose meter, in mmol/L; one reading claims to be in kilograms, and is refused alone.",
        "The network broke off in the middle of an upload: no JSON, so all of it is refused.",
        "His phone does not know yet that the connection is closed, and goes on.",
        "His watch: an hour on the bicycle and on foot, with his heart rate minute by minute.",
        "The route, after its workout: it names the workout and finds its place in it.",
        "His scale, in pounds; and a type that no HealthKit knows, which is refused alone.",
        "His phone's motion processor: how he moved. Three minutes in a car are too short for a drive: they count as stationary.",
    ]

    /// The settings of connections, which are sent first.
    static let settings = ExampleUploads.demoSettings.map { StoryRecord($0, caption: "") }

    /// The uploads, ordered by time.
    private(set) var uploads = zip(ExampleUploads.lines(of: "demo"), captions).map { StoryRecord($0, caption: $1) }

    /// Reads all output topics of a worker, and returns the number of records.
    mutating func readResults(from cluster: Cluster) throws(OperationError) -> Int {
        let reader = try TopicReader(cluster)
        let topics = cluster.topics
        let names = [topics.deadLetters, topics.jobs] + Self.connections.map { "\(topics.prefix)connection.\($0)" }
        let partitions = try reader.partitionCounts(of: names).flatMap { name, count in
            (0..<count).map { TopicPartition(name, $0) }
        }
        var count = 0
        /// The keys of the live documents, with their topics.
        var live: Set<String> = []
        try reader.read(partitions) { message throws(OperationError) in
            count += 1
            let record = DeadLetterRecord(message)
            switch message.topic {
            case topics.deadLetters: take(refusal: record)
            case topics.jobs: take(job: [UInt8](message.value) ?? [])
            default:
                let id = record.connection ?? ""
                let key = "\(message.topic) \(id)"
                let sign = message.value == nil ? "-" : live.contains(key) ? "~" : "+"
                if message.value == nil { live.remove(key) } else { live.insert(key) }
                add("\(sign) \(Names.short(id))", to: \.changes, ofUpload: record.header("fork-upload"))
            }
        }
        let isComplete = uploads.contains { !$0.jobs.isEmpty } && uploads.contains { !$0.refusals.isEmpty }
        guard isComplete else { throw OperationError("it has no webhook jobs or no dead letters") }
        return count
    }

    private mutating func take(refusal record: DeadLetterRecord) {
        let time = record.header("fork-timestamp").flatMap { Int64($0) }
        guard let index = uploads.firstIndex(where: { $0.timestampMilliseconds == time }) else { return }
        let place = record.path.isEmpty ? "the whole upload" : "at \(record.path)"
        uploads[index].refusals.append("! \(record.code) \(place): \(record.message)")
    }

    private mutating func take(job value: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(value), let type = root.member("data_type")?.text?.string,
            var ids = root.member("uploads")?.elements
        else { return }
        let documents = Figures.count(root.member("documents")?.count ?? 0, "document")
        add("\(type): \(documents)", to: \.jobs, ofUpload: ids.next()?.text?.string)
    }

    private mutating func add(_ text: String, to list: WritableKeyPath<StoryRecord, [String]>, ofUpload id: String?) {
        guard let index = uploads.firstIndex(where: { $0.uploadID == id }) else { return }
        uploads[index][keyPath: list].append(text)
    }
}

/// A record that the demo sends, with a caption and its results.
struct StoryRecord {
    /// The time of settings, before all uploads: 2024-04-16T00:00:00Z in seconds since 2001.
    private static let beginning = 734_918_400.0

    /// The value, normally JSON.
    let value: [UInt8]
    let caption: String
    /// The content in a few words, such as `2 samples`.
    var contents = "two thirds of an upload"
    /// The connection of the record, which is also its key.
    var connection = "cleo"
    /// The name of the time zone in the IANA database.
    var zone = "Europe/Lisbon"
    /// Nil for settings, and for the upload that is truncated.
    var uploadID: String?
    /// The collection time in seconds since 2001, different for each upload.
    var collectedAt = 735_073_740.0
    /// The documents that changed, such as `+ steps/2024-04-17`.
    var changes: [String] = []
    /// The webhook jobs, such as `steps: 1 document`.
    var jobs: [String] = []
    /// The dead letters, each with its code, place and sentence.
    var refusals: [String] = []

    /// Reads a line; the properties keep their initial values for the upload that is truncated.
    init(_ value: [UInt8], caption: String) {
        self.value = value
        self.caption = caption
        var parser = Parser()
        guard let root = try? parser.parse(value) else { return }
        let deleted = root.member("deleted")?.count ?? 0
        contents =
            deleted > 0
            ? Figures.count(deleted, "deletion") : Figures.count(root.member("samples")?.count ?? 0, "sample")
        connection = root.member("connection_id")?.text?.string ?? ""
        zone = root.member("time_zone")?.text?.string ?? "UTC"
        uploadID = root.member("upload_id")?.text?.string
        collectedAt = root.member("collected_at")?.double ?? Self.beginning
    }

    /// Unix milliseconds, by which a refusal is matched to its upload.
    var timestampMilliseconds: Int64 { Int64((collectedAt + Instant.secondsFrom1970) * 1_000) }
}
