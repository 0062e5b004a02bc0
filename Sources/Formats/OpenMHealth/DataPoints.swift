import JSON
import Vocabulary

/// The data points of one document, as JSON objects one after the other.
struct DataPoints {
    let document: ForkDocument
    private let times: LocalTimes
    private var writer = Writer()
    /// The number of bytes of each data point.
    private(set) var lengths: [Int] = []
    /// The number of data points that have the id of a sample, or were derived from it.
    private var uses: [UUID128: Int] = [:]

    init(of document: ForkDocument, zones: ZoneTable) {
        self.document = document
        times = LocalTimes(zones, zone: document.zone)
        addAll()
    }

    /// Returns the lists of data points, none longer than `maximum` bytes, except for a list of one longer data point.
    func records(maximum: Int) -> [[UInt8]] {
        var done = 0
        return RecordCut.records(of: lengths, maximum: maximum, frame: { _ in 2 }).map { range in
            let bytes = lengths[range].reduce(0, +)
            var list = Writer(capacity: bytes + range.count + 2)
            list.array(lengths[range]) { length, list in
                list.raw(writer.bytes[done..<done + length])
                done += length
            }
            return list.bytes
        }
    }

    /// Appends a data point; `members` writes the members of the body after its time.
    mutating func add(_ subject: DataPointSubject, _ schema: OpenMHealthSchema, _ members: (inout Writer) -> Void) {
        let start = writer.bytes.count
        let id = id(of: subject)
        writer.raw(#"{"header":{"id":""#)
        writer.lowercase(id)
        writer.raw(#"","creation_date_time":"#)
        times.append(subject.end, in: subject.zone, to: &writer)
        writer.raw(#","schema_id":"#)
        writer.object {
            $0.member("namespace", schema.namespace)
            $0.member("name", schema.name)
            $0.member("version", schema.version)
        }
        writer.raw(#","acquisition_provenance":"#)
        writer.object {
            $0.member("source_name", subject.source ?? "unknown")
            $0.member("modality", subject.isUserEntered ? "self-reported" : "sensed")
        }
        writer.raw(#","user_id":"#)
        writer.string(document.connection)
        writer.raw(#"},"body":{"#)
        times.appendTimeFrame(of: subject, to: &writer)
        members(&writer)
        writer.raw("}}")
        lengths.append(writer.bytes.count - start)
    }

    /// Appends the times of a sample within a body, such as of a member of a correlation.
    func appendTimeFrame(of subject: DataPointSubject, to writer: inout Writer) {
        times.appendTimeFrame(of: subject, to: &writer)
    }

    /// Returns the sample's id, or a derived id if the data point is not the only one of its sample.
    ///
    /// Different samples can have the same id in hostile uploads. Then the first has it, and the others derive theirs.
    private mutating func id(of subject: DataPointSubject) -> UUID128 {
        guard let sample = subject.sample else {
            return .derived("omh", document.connection, document.id, subject.type.identifier, "1")
        }
        let number = uses[sample, default: 0] + 1
        uses[sample] = number
        if number == 1, !subject.isOneOfSeveral { return sample }
        return .derived("omh", document.connection, document.id, sample.description, String(number))
    }
}

/// The sample or computed value that a data point is about.
struct DataPointSubject {
    /// The id of the sample; nil if the value is computed from samples.
    var sample: UUID128?
    let type: SampleType
    /// The first instant, in seconds since 2001.
    var start: Double
    /// The last instant, in seconds since 2001.
    var end: Double
    /// The name of the sample's own zone; nil if it is the document's.
    var zone: String?
    /// The name of the app or device that wrote the sample; nil if it is unknown.
    var source: String?
    var isUserEntered = false
    /// Whether the sample makes several data points.
    var isOneOfSeveral = false
    /// Whether the schema demands an interval, also for an instant.
    var isInterval = false
}

extension LocalTimes {
    /// Appends the member `effective_time_frame`: an instant, or else an interval.
    fileprivate func appendTimeFrame(of subject: DataPointSubject, to writer: inout Writer) {
        writer.key("effective_time_frame")
        if !subject.isInterval, Self.isInstant(subject.start, subject.end) {
            writer.raw(#"{"date_time":"#)
            append(subject.end, in: subject.zone, to: &writer)
            writer.raw("}")
        } else {
            writer.raw(#"{"time_interval":{"start_date_time":"#)
            append(subject.start, in: subject.zone, to: &writer)
            writer.raw(#","end_date_time":"#)
            append(subject.end, in: subject.zone, to: &writer)
            writer.raw("}}")
        }
    }
}
