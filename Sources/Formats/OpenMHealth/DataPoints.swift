import JSON
import Vocabulary

/// The data points of one document, in lists that are records.
///
/// A list is as full of whole data points as the next one lets it be.
struct DataPoints {
    let document: ForkDocument
    private let times: LocalTimes
    /// The most bytes of a list, unless its only data point is longer.
    private let maximum: Int
    /// The lists that are full.
    private var full: [[UInt8]] = []
    /// The list that is being written, without its last bracket.
    private var list = Writer()
    /// The number of data points of each sample.
    private var uses: [UUID128: Int] = [:]

    init(of document: ForkDocument, zones: ZoneTable, maximum: Int) {
        self.document = document
        self.maximum = maximum
        times = LocalTimes(zones, zone: document.zone)
        list.raw("[")
        addAll()
        list.raw("]")
    }

    /// The lists of data points; there is always a first one, which can be empty.
    var records: [[UInt8]] { full + [list.bytes] }

    /// Appends a data point; `members` writes the members of the body after its time.
    mutating func add(_ subject: DataPointSubject, _ schema: OpenMHealthSchema, _ members: (inout Writer) -> Void) {
        var subject = subject
        subject.end = max(subject.start, subject.end)
        let start = list.bytes.count
        let id = id(of: subject)
        list.separate()
        list.raw(#"{"header":{"id":""#)
        list.lowercase(id)
        list.raw(#"","creation_date_time":"#)
        times.append(subject.end, in: subject.zone, to: &list)
        list.raw(#","schema_id":"#)
        list.object {
            $0.member("namespace", schema.namespace)
            $0.member("name", schema.name)
            $0.member("version", schema.version)
        }
        list.raw(#","acquisition_provenance":"#)
        list.object {
            $0.member("source_name", subject.source ?? "unknown")
            $0.member("modality", subject.isUserEntered ? "self-reported" : "sensed")
        }
        list.raw(#","user_id":"#)
        list.string(document.connection)
        list.raw(#"},"body":{"#)
        times.appendTimeFrame(of: subject, to: &list)
        members(&list)
        list.raw("}}")
        let hasRoom = list.bytes.count < maximum
        let isFirst = start == 1
        if !hasRoom, !isFirst { cut(at: start) }
    }

    /// Ends the list before the comma at a place, and begins the next one with what follows.
    private mutating func cut(at comma: Int) {
        let rest = list.bytes[(comma + 1)...]
        var next = Writer(capacity: rest.count + 1)
        next.raw("[")
        next.raw(rest)
        list.bytes.removeSubrange(comma...)
        list.raw("]")
        full.append(list.bytes)
        list = next
    }

    /// Appends the times of a sample within a body, such as of a member of a correlation.
    func appendTimeFrame(of subject: DataPointSubject, to writer: inout Writer) {
        times.appendTimeFrame(of: subject, to: &writer)
    }

    /// Returns the sample's id, or a derived id if the data point is not the only one of its sample.
    ///
    /// Two samples of a document can have one id if they differ in type or UTC day. Then the second one derives its
    /// own.
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
