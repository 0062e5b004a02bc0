package import JSON
import Vocabulary

/// A writer of uploads from entries in order of time.
package struct UploadWriter {
    /// The limits of one upload.
    package enum Bounds {
        package static let samples = 1_000
        package static let days = 30
        /// A Kafka topic accepts records of about 1 MB by default; a longer sample has an upload of its own.
        package static let bytes = 900_000
    }

    private static let day: Int64 = 86_400_000

    private let connection: [UInt8]
    private let origins: Origins
    private let zone: String
    /// Milliseconds since 2001; nil if the export has no date.
    private let exportDate: Int64?
    /// The longest time between the starts of the first and the last sample of an upload, in milliseconds.
    private let span: Int64
    private var names: SampleName
    /// The ids of the samples in the upload.
    private var ids: [UInt8] = []
    /// The numbers of samples and bytes in the upload.
    private var count = 0
    private var bytes = 0
    private var first: Int64 = 0
    private var last: Int64 = 0
    /// The part of the previous entry that names the sample, and the number of equal entries before it.
    ///
    /// `unrepeated` counts equal samples of a workout whose copy outside of the workout has not come yet.
    private var previous: (start: Int64, name: [UInt8], number: Int, unrepeated: Int) = (0, [], 0, 0)
    /// The number of uploads written.
    package private(set) var uploads = 0
    /// The number of left-out records that repeat a record in a workout.
    package private(set) var repeats = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - export: The reader of the export, at its end.
    ///   - retentionMilliseconds: The longest time before the newest upload in which workers accept samples.
    package init(_ export: borrowing ExportReader, retentionMilliseconds: Int) {
        connection = export.settings.connection
        origins = export.origins
        zone = export.zoneName
        exportDate = export.exportDate
        // Minus two days: `collected_at` is a day after the last start, and workers round the horizon to a whole day.
        span = max(0, min(Int64(Bounds.days) * Self.day, Int64(retentionMilliseconds) - 2 * Self.day))
        names = SampleName(connection: export.settings.connection)
    }

    /// Adds an entry to the upload; if the upload is full, ends it and begins a new one.
    ///
    /// The last upload is complete only after `finish`.
    package mutating func add(_ entry: ArraySlice<UInt8>, start: Int64, into output: inout Writer) {
        let isListed = entry[entry.startIndex] != EntryBytes.Kind.whole
        if isListed, previous.unrepeated > 0, isRepeat(entry, start: start) {
            previous.unrepeated -= 1
            repeats += 1
            return
        }
        let isFull =
            count == Bounds.samples || start - first > span || bytes + entry.count + Self.overhead > Bounds.bytes
        if isFull { finish(into: &output) }
        let held = output.bytes.count
        if count == 0 { begin(start, into: &output) } else { output.raw(",") }
        last = start
        count += 1
        var place = entry.startIndex + 1
        if !isListed {
            output.raw("{\"id\":\"")
            let id = Self.id(in: entry, at: &place)
            id.append(to: &output.bytes)
            output.raw("\",")
            output.raw(entry[place...])
            note(id)
        } else {
            addListed(entry, start: start, at: place, into: &output)
        }
        bytes += output.bytes.count - held
    }

    private mutating func begin(_ start: Int64, into output: inout Writer) {
        first = start
        output.raw("{\"schema\":1,\"connection_id\":")
        output.string(connection)
        output.raw(",\"time_zone\":")
        output.string(zone)
        output.raw(",\"samples\":[")
    }

    /// The most bytes of a listed sample beyond its entry: names of members, dates, source and device.
    private static let overhead = 5_000

    private mutating func addListed(
        _ entry: ArraySlice<UInt8>,
        start: Int64,
        at begin: Int,
        into output: inout Writer
    ) {
        var place = begin
        let index = EntryBytes.number(UInt16.self, in: entry, at: &place)
        let end = EntryBytes.number(Int64.self, in: entry, at: &place)
        let reference = OriginReference(in: entry, at: &place)
        let unit = EntryBytes.text(in: entry, at: &place)
        let value = EntryBytes.text(in: entry, at: &place)
        guard let type = Catalogue.sampleType(at: index) else { return }
        let origin = reference.origin(in: origins)
        let isInWorkout = entry[place] == EntryBytes.Place.inWorkout
        let isEqual = previous.start == start && previous.name[...] == entry[..<place]
        previous.number = isEqual ? previous.number + 1 : 0
        if !isEqual {
            (previous.start, previous.unrepeated) = (start, 0)
            previous.name.removeAll(keepingCapacity: true)
            previous.name.append(contentsOf: entry[..<place])
        }
        if isInWorkout { previous.unrepeated += 1 }
        place += 1
        let identifier = type.identifierBytes
        let id = names.id(
            identifier,
            start: start,
            end: end,
            value: value,
            unit: unit,
            origin: origin.identity,
            number: previous.number
        )
        note(id)
        SampleJSON.begin(id, identifier, start: start, end: end, into: &output)
        output.raw(origin.json)
        if isInWorkout {
            output.raw("\"workout_id\":\"")
            Self.id(in: entry, at: &place).append(to: &output.bytes)
            output.raw("\",")
        }
        if place < entry.endIndex {
            output.raw("\"metadata\":")
            output.raw(entry[place...])
            output.raw(",")
        }
        SampleJSON.value(value, unit: unit, of: type, into: &output)
        output.raw("}")
    }

    private static func id(in entry: ArraySlice<UInt8>, at place: inout Int) -> UUID128 {
        UUID128(
            hi: EntryBytes.number(UInt64.self, in: entry, at: &place),
            lo: EntryBytes.number(UInt64.self, in: entry, at: &place)
        )
    }

    /// Whether a listed sample outside of workouts equals the previous sample, which was in a workout.
    private func isRepeat(_ entry: ArraySlice<UInt8>, start: Int64) -> Bool {
        guard previous.start == start, entry.starts(with: previous.name) else { return false }
        let place = entry.startIndex + previous.name.count
        return place < entry.endIndex && entry[place] == EntryBytes.Place.outside
    }

    private mutating func note(_ id: UUID128) {
        EntryBytes.append(id.hi, to: &ids)
        EntryBytes.append(id.lo, to: &ids)
    }

    /// Ends the upload, if it has samples.
    ///
    /// The id and the time follow the samples, so that no upload has to be held in memory.
    package mutating func finish(into output: inout Writer) {
        if count == 0 { return }
        let collected = min(last + Self.day, exportDate ?? .max)
        EntryBytes.append(collected, to: &ids)
        let id = UUID128.v5(name: Array("apple-health/".utf8) + connection + Array("/upload/".utf8) + ids)
        output.raw("],\"upload_id\":\"")
        id.append(to: &output.bytes)
        output.raw("\",\"collected_at\":")
        SampleJSON.date(collected, into: &output)
        output.raw("}\n")
        ids.removeAll(keepingCapacity: true)
        (count, bytes) = (0, 0)
        uploads += 1
    }
}
