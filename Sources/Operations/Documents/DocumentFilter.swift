package import Vocabulary

/// A filter for documents by data type and time.
package struct DocumentFilter {
    /// A bound of the time range: an instant, or a local day in the document's time zone.
    package enum Bound: Sendable, Equatable {
        /// An instant in seconds since 2001.
        case instant(Double)
        case day(Day)
    }

    private let types: Set<[UInt8]>
    /// The names of the activities of workouts, in lower case and without punctuation; all if empty.
    private let activities: Set<String>
    private let from: Bound?
    private let to: Bound?
    private let zones: ZoneTable

    /// - Parameters:
    ///   - types: The data types to include; all if empty.
    ///   - activities: The activities of the workouts to include, such as `running`; all if empty.
    ///   - from: Excludes documents that end before it.
    ///   - to: Excludes documents that begin at or after it; for a day, documents that begin after the day.
    ///   - zones: The time zones in which days begin and end.
    package init(types: [DataType], activities: [String] = [], from: Bound?, to: Bound?, zones: ZoneTable) {
        self.types = Set(types.map { Array($0.name.utf8) })
        self.activities = Set(activities.map(Self.plain))
        self.from = from
        self.to = to
        self.zones = zones
    }

    package func takes(type: [UInt8]) -> Bool { types.isEmpty || types.contains(type) }

    /// Whether documents of a data type are filtered by the activity of their workout.
    func asksForActivity(of type: [UInt8]) -> Bool { !activities.isEmpty && type == DataType.workouts.nameBytes }

    /// Whether workouts of an activity are included; ignores case, spaces and punctuation.
    func takes(activity name: String) -> Bool { activities.isEmpty || activities.contains(Self.plain(name)) }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether a document overlaps the time range; a document without duration counts at its start.
    package func takes(start: Double, end: Double, zone name: String?) -> Bool {
        if from == nil, to == nil { return true }
        let zone = name.flatMap { zones.zone($0) } ?? .utc
        let first = from.map { Self.start($0, zone) } ?? -.infinity
        let last = to.map { Self.end($0, zone) } ?? .infinity
        return start < last && (end > first || start >= first)
    }

    private static func start(_ bound: Bound, _ zone: Zone) -> Double {
        switch bound {
        case .instant(let instant): instant
        case .day(let day): zone.bounds(of: day).start
        }
    }

    /// Returns the end of the time range; a day is included completely.
    private static func end(_ bound: Bound, _ zone: Zone) -> Double {
        switch bound {
        case .instant(let instant): instant
        case .day(let day): zone.bounds(of: day).end
        }
    }
}
