import JSON
import Vocabulary

/// A quantity or category sample whose XML element is still being read.
struct RecordDraft {
    var type: SampleType?
    var start: Int64 = 0
    var end: Int64 = 0
    var origin = OriginReference.numbered(0)
    var unit: [UInt8] = []
    var value: [UInt8] = []
    var metadata = MetadataDraft()
    /// The workout around the record; nil for a record outside of workouts.
    var workout: UUID128?
    /// The beats of a measurement of heart rate variability.
    var beats = BeatsDraft()

    mutating func removeAll() {
        type = nil
        unit.removeAll(keepingCapacity: true)
        value.removeAll(keepingCapacity: true)
        metadata.removeAll()
        workout = nil
        beats.removeAll()
    }

    /// Appends the sample to an entry.
    func append(_ type: SampleType, to bytes: inout [UInt8]) {
        bytes.append(EntryBytes.Kind.listed)
        EntryBytes.append(type.index, to: &bytes)
        EntryBytes.append(end, to: &bytes)
        origin.append(to: &bytes)
        EntryBytes.append(text: unit, to: &bytes)
        EntryBytes.append(text: value, to: &bytes)
        // This byte sorts a record in a workout before its copy outside of the workout.
        bytes.append(workout == nil ? EntryBytes.Place.outside : EntryBytes.Place.inWorkout)
        if let workout {
            EntryBytes.append(workout.hi, to: &bytes)
            EntryBytes.append(workout.lo, to: &bytes)
        }
        metadata.append(to: &bytes)
    }

    /// Appends the sample as JSON.
    func write(_ type: SampleType, id: UUID128, _ origin: Origins.Origin, into writer: inout Writer) {
        SampleJSON.begin(id, type.identifierBytes, start: start, end: end, into: &writer)
        writer.raw(origin.json)
        metadata.write(into: &writer)
        SampleJSON.value(value[...], unit: unit[...], of: type, into: &writer)
        writer.raw("}")
    }
}

/// The beats of a heartbeat series.
///
/// An export has the clock time of each beat, in the language of the phone: `7:47:41.86 AM`, `19.47.41,86`. Only the
/// time between two beats is used, so it does not matter whether AM or PM is meant.
struct BeatsDraft {
    private static let halfDay = 43_200.0
    /// The most bytes of the list; documents show each beat in several times as many bytes.
    private static let longest = 30 << 10
    /// The longest time between two beats without a gap, in seconds.
    private static let gap = 2.0
    /// The clocks of two zones differ by a multiple of this, in seconds.
    private static let quarter = 900.0

    private var writer = Writer()
    private var clock: Double?
    private var sinceStart = 0.0

    var isEmpty: Bool { writer.bytes.isEmpty }
    /// Whether the list of beats is longer than workers accept; further beats are then dropped.
    var isTooLong: Bool { writer.bytes.count > Self.longest }
    /// The seconds from the start to the last beat.
    var length: Double { sinceStart }

    mutating func removeAll() {
        writer.removeAll()
        clock = nil
        sinceStart = 0
    }

    /// Adds a beat by its clock time; false if the text is not a time.
    ///
    /// `start` is the start of the series in milliseconds since 2001.
    mutating func add(_ text: [UInt8], start: Int64) -> Bool {
        guard let time = Self.seconds(text) else { return false }
        if isTooLong { return true }
        var isAfterGap = false
        if let clock {
            let step = Self.rest(time - clock, Self.halfDay)
            isAfterGap = step > Self.gap
            sinceStart += step
        } else {
            let behind = Self.rest(time - Double(start) / 1_000, Self.quarter)
            sinceStart = behind < 60 ? behind : 0
        }
        clock = time
        writer.raw(writer.bytes.isEmpty ? "[" : ",")
        writer.raw("{\"time_since_start\":")
        writer.number((sinceStart * 100).rounded() / 100)
        writer.raw(isAfterGap ? ",\"preceded_by_gap\":true}" : ",\"preceded_by_gap\":false}")
        return true
    }

    /// Appends the member `beats`.
    func write(into output: inout Writer) {
        output.raw("\"beats\":")
        output.raw(writer.bytes)
        output.raw("]")
    }

    /// Returns the seconds since midnight or noon.
    ///
    /// `:` or `.` separates hours, minutes and seconds, `.` or `,` the fraction. Digits can be of any script.
    private static func seconds(_ text: [UInt8]) -> Double? {
        var parts: [(number: Int, digits: Int)] = []
        var isInPart = false
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if let digit = digit(scalar) {
                if !isInPart { parts.append((0, 0)) }
                isInPart = true
                let last = parts.count - 1
                guard last < 4, parts[last].digits < 9 else { return nil }
                parts[last] = (parts[last].number * 10 + digit, parts[last].digits + 1)
            } else if isInPart, ":.,٫٬،".unicodeScalars.contains(scalar) {
                isInPart = false
            } else if !parts.isEmpty, scalar.properties.generalCategory != .format {
                break
            }
        }
        guard parts.count >= 3, parts[0].number < 25, parts[1].number < 60, parts[2].number < 61 else { return nil }
        let seconds = Double(parts[0].number * 3_600 + parts[1].number * 60 + parts[2].number)
        guard parts.count == 4 else { return rest(seconds, halfDay) }
        let scale = (0..<parts[3].digits).reduce(1.0) { scale, _ in scale * 10 }
        return rest(seconds + Double(parts[3].number) / scale, halfDay)
    }

    /// Returns the value of a decimal digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return scalar.value &- 0x30 < 10 ? Int(scalar.value - 0x30) : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    private static func rest(_ number: Double, _ divisor: Double) -> Double {
        let rest = number.truncatingRemainder(dividingBy: divisor)
        return rest < 0 ? rest + divisor : rest
    }
}
