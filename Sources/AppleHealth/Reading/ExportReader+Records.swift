import JSON
import Vocabulary

/// Records, and correlations, which contain records.
extension ExportReader {
    /// The longest quantity, workout or sleep sample that a worker accepts, in milliseconds.
    private static let longest: Int64 = 40 * 86_400_000
    private static let day: Int64 = 86_400_000
    private static let sleepGoal = Array("HKDataTypeSleepDurationGoal".utf8)

    /// Reads the attributes of a record.
    mutating func beginRecord() {
        record.removeAll()
        let identifier = scanner.slice("type") ?? []
        let type = unsafe identifier.withUnsafeBytes { unsafe Catalogue.sampleType($0) }
        if identifier == Self.sleepGoal[...] { return tally.skip("HKDataTypeSleepDurationGoal, a goal and no sample") }
        guard let type, type.isListed else {
            return tally.leaveOut("unknown type \(String(decoding: identifier.prefix(80), as: UTF8.self))")
        }
        guard let bounds = bounds(of: type) else { return }
        guard let origin = origin() else { return }
        (record.start, record.end) = bounds
        record.origin = origin
        if let value = scanner.slice("value") { record.value.append(contentsOf: value) }
        if type.kind == .category {
            guard record.value.count < 200, SampleJSON.category(record.value[...], type) != nil else {
                return tally.leaveOut("an unknown value of \(type.identifier)")
            }
        } else {
            if let unit = scanner.slice("unit") { record.unit.append(contentsOf: unit) }
            if let fault = values.fault(of: record.value[...], unit: record.unit[...], type) {
                return tally.leaveOut(fault)
            }
        }
        record.type = type
    }

    /// Returns the source and the device of the current element; nil if they are too long for a worker.
    mutating func origin() -> OriginReference? {
        let origin = origins.find(
            source: scanner.slice("sourceName"),
            version: scanner.slice("sourceVersion"),
            device: scanner.slice("device")
        )
        if origin == nil { tally.leaveOut("a source and a device of more than 4 KiB") }
        return origin
    }

    /// Returns the dates of the current element in milliseconds since 2001; nil if a worker would refuse them.
    mutating func bounds(of type: SampleType) -> (start: Int64, end: Int64)? {
        guard let start = dates.milliseconds(scanner.slice("startDate")) else {
            tally.leaveOut("a start that is not a date")
            return nil
        }
        let end = scanner.slice("endDate")
        guard let end = end == nil ? start : dates.milliseconds(end) else {
            tally.leaveOut("an end that is not a date")
            return nil
        }
        return isTaken(type, start: start, end: end) ? (start, end) : nil
    }

    /// Whether workers accept a sample with these dates; a refused sample is counted.
    mutating func isTaken(_ type: SampleType, start: Int64, end: Int64) -> Bool {
        if let since = settings.since, start < since {
            tally.skip("a sample from before --since")
            return false
        }
        if end < start {
            tally.leaveOut("an end before the start")
        } else if start < Int64(Instant.of1900) * 1_000 {
            tally.leaveOut("a start before 1900")
        } else if let exportDate, start > exportDate + Self.day {
            tally.leaveOut("a start after the export")
        } else if end - start > Self.longest, type.kind == .quantity || type.kind == .workout || type.document == .sleep
        {
            tally.leaveOut("more than 40 days in one sample")
        } else {
            return true
        }
        return false
    }

    mutating func addBeat() {
        guard let time = scanner.value(of: "time"), record.beats.add(time, start: record.start) else {
            return tally.leaveOut("a beat without a time")
        }
    }

    mutating func endRecord() {
        guard let type = record.type else { return }
        record.type = nil
        if record.metadata.isTooLong {
            return tally.leaveOut("metadata of more than 60 KiB")
        }
        if correlation != nil {
            addMember(type)
            return
        }
        tally.add(type, start: record.start)
        if !record.metadata.hasZone { tally.withoutZone += 1 }
        entries.append(start: record.start) { record.append(type, to: &$0) }
        if !record.beats.isEmpty { addHeartbeats() }
    }

    /// Adds the heartbeat series of a measurement of heart rate variability.
    private mutating func addHeartbeats() {
        guard let type = Catalogue.sampleType(named: "HKDataTypeIdentifierHeartbeatSeries") else { return }
        let beats = record.beats
        if beats.isTooLong { return tally.leaveOut("a heartbeat series of more than 30 KiB") }
        let end = max(record.end, record.start + Int64(beats.length * 1_000))
        add(type, start: record.start, end: end, origin: record.origin, metadata: record.metadata) {
            beats.write(into: &$0)
        }
    }

    mutating func beginCorrelation() -> ExportElement {
        let identifier = scanner.slice("type") ?? []
        let type = unsafe identifier.withUnsafeBytes { unsafe Catalogue.sampleType($0) }
        correlation = CorrelationDraft()
        guard let type, type.kind == .correlation else {
            tally.leaveOut("unknown type \(String(decoding: identifier.prefix(80), as: UTF8.self))")
            return .correlation
        }
        guard let bounds = bounds(of: type), let origin = origin() else { return .correlation }
        correlation?.head = (type, bounds.start, bounds.end, origin)
        return .correlation
    }

    /// Adds a record to the correlation around it.
    ///
    /// The file repeats the record outside of the correlation, where it has the same id.
    private mutating func addMember(_ type: SampleType) {
        let origin = record.origin.origin(in: origins)
        let id = names.nextID(
            type.identifierBytes,
            start: record.start,
            end: record.end,
            value: record.value,
            unit: record.unit,
            origin: origin.identity
        )
        correlation?.add { record.write(type, id: id, origin, into: &$0) }
    }

    mutating func endCorrelation() {
        defer { correlation = nil }
        guard let draft = correlation, let head = draft.head else { return }
        if draft.isTooLong || draft.metadata.isTooLong { return tally.leaveOut("a correlation of more than 60 KiB") }
        add(head.type, start: head.start, end: head.end, origin: head.origin, metadata: draft.metadata) {
            $0.raw("\"objects\":[")
            $0.raw(draft.objects)
            $0.raw("]")
        }
    }
}

/// A correlation whose element has begun.
struct CorrelationDraft {
    /// The type, dates and origin of the correlation; nil if the correlation is left out.
    var head: (type: SampleType, start: Int64, end: Int64, origin: OriginReference)?
    var metadata = MetadataDraft()
    private var writer = Writer()

    private static let longest = 60 << 10

    var objects: [UInt8] { writer.bytes }
    /// Whether the correlation is longer than workers accept; further objects are then dropped.
    var isTooLong: Bool { writer.bytes.count > Self.longest }

    mutating func add(_ write: (inout Writer) -> Void) {
        if isTooLong { return }
        if !writer.bytes.isEmpty { writer.raw(",") }
        write(&writer)
    }
}
