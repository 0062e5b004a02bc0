/// The rules of one time zone: which offset its clocks have at which instant, and so which days it has.
///
/// Instants are seconds since 2001-01-01T00:00:00Z, as HealthKit counts them. Made of the bytes of a TZif file
/// (RFC 9636); nothing is read from a disk here.
package final class Zone: Sendable {
    /// The name as it was asked for; old names are kept, and offsets have one name for all their spellings.
    package let name: String
    private let transitions: [Int64]
    /// The offset before the first transition, then the one after each.
    private let offsets: [Int32]
    /// What holds after the last transition; nil if the last offset stays.
    private let rule: ZoneRule?

    /// Reads the rules of a zone.
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

    /// The offset from UTC in seconds, east positive, at an instant.
    package func offset(atSecondsSince2001 instant: Double) -> Int {
        Int(segment(at: Self.wholeSeconds(instant)).offset)
    }

    /// The zone that needs no file.
    package static let utc = Zone(utc: "UTC")

    private init(utc name: String) {
        self.name = name
        transitions = []
        offsets = [0]
        rule = nil
    }

    /// The zone whose clocks have one offset always.
    init(_ offset: FixedOffset) {
        name = offset.name
        transitions = []
        offsets = [Int32(offset.minutes * 60)]
        rule = nil
    }

    /// A span of time with one offset: from its start up to, not including, its end.
    struct Segment {
        var start: Int64
        var end: Int64
        var offset: Int32
    }

    /// The span with one offset around a second.
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

    /// The second that an instant lies in; what is beyond any calendar is taken for its edge, and NaN for 2001.
    static func wholeSeconds(_ instant: Double) -> Int64 {
        guard instant.isFinite else { return instant.isNaN ? 0 : instant < 0 ? -farthestInstant : farthestInstant }
        return Int64(max(-Double(farthestInstant), min(Double(farthestInstant), instant)).rounded(.down))
    }

    /// About four million years, so that days fit into 32 bits.
    private static let farthestInstant: Int64 = 130_000_000_000_000
    /// Beyond every instant, and far enough from the edge of 64 bits to be added to.
    private static let farthest: Int64 = 1 << 60
}

extension Zone: Equatable {
    /// Zones are told apart by name: within one process a name has one file.
    package static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }
}
