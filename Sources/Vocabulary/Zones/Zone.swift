/// The rules of one time zone: its UTC offset at every instant, and therefore the bounds of its local days.
///
/// Instants are seconds since 2001-01-01T00:00:00Z, as in HealthKit. A zone is created from the bytes of a TZif file
/// (RFC 9636) and reads no files itself.
package final class Zone: Sendable {
    /// The name as requested; old names are kept, and fixed offsets are normalized.
    package let name: String
    private let transitions: [Int64]
    /// The offset before the first transition, then the offset after each transition.
    private let offsets: [Int32]
    /// The rule for the time after the last transition; nil if the last offset stays.
    private let rule: ZoneRule?

    /// Decodes a TZif file.
    package init(name: String, tzif: [UInt8]) throws(ZoneError) {
        let file: ZoneFile
        do throws(ZoneError) {
            file = try ZoneFile(tzif)
        } catch {
            throw ZoneError(message: "The zone file of \(name) cannot be used: \(error.message)")
        }
        self.name = name
        transitions = file.transitions
        offsets = file.offsets
        rule = file.rule
    }

    /// Returns the UTC offset in seconds, positive to the east.
    package func offset(atSecondsSince2001 instant: Double) -> Int {
        Int(segment(at: Self.wholeSeconds(instant)).offset)
    }

    /// UTC, which needs no file.
    package static let utc = Zone(utc: "UTC")

    private init(utc name: String) {
        self.name = name
        transitions = []
        offsets = [0]
        rule = nil
    }

    /// Creates a zone with a constant offset.
    init(_ offset: FixedOffset) {
        name = offset.name
        transitions = []
        offsets = [Int32(offset.minutes * 60)]
        rule = nil
    }

    /// A half-open time span with a constant offset.
    struct Segment {
        var start: Int64
        var end: Int64
        var offset: Int32
    }

    /// Returns the span of constant offset that contains a second.
    func segment(at second: Int64) -> Segment {
        guard let last = transitions.last, second < last else { return segmentAfterTransitions(second) }
        let low = transitions.partitioningIndex { $0 > second }
        let start = low == 0 ? -Self.farthest : transitions[low - 1]
        return Segment(start: start, end: transitions[low], offset: offsets[low])
    }

    private func segmentAfterTransitions(_ second: Int64) -> Segment {
        let last = transitions.last ?? -Self.farthest
        guard var segment = rule?.segment(at: second) else {
            return Segment(start: last, end: Self.farthest, offset: offsets[offsets.count - 1])
        }
        segment.start = max(segment.start, last)
        return segment
    }

    /// Rounds an instant down to a second of the supported range; NaN becomes 0.
    static func wholeSeconds(_ instant: Double) -> Int64 {
        guard instant.isFinite else { return instant.isNaN ? 0 : instant < 0 ? -farthestInstant : farthestInstant }
        return Int64(max(-Double(farthestInstant), min(Double(farthestInstant), instant)).rounded(.down))
    }

    /// About four million years, so that days fit into 32 bits.
    private static let farthestInstant: Int64 = 130_000_000_000_000
    /// Later than every instant, and small enough for additions without overflow.
    private static let farthest: Int64 = 1 << 60
}

extension Zone: Equatable {
    /// Compares names, because within one process a name stands for one file.
    package static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }
}
