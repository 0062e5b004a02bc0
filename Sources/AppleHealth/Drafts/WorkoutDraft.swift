import JSON
import Vocabulary

/// A workout whose element has begun.
struct WorkoutDraft {
    /// The type, bounds, origin and id; nil for a workout that is left out.
    struct Head {
        let type: SampleType
        let start: Int64
        let end: Int64
        let origin: OriginReference
        let id: UUID128
    }

    /// An activity, an event or a route within the workout.
    struct Part {
        var head = Writer()
        var metadata = MetadataDraft()
        var events = Writer()
        var statistics = Writer()

        /// Whether the part without its events is longer than workers accept.
        var isTooLong: Bool { metadata.count + statistics.bytes.count > 60 << 10 }

        /// Writes the part as a JSON object without empty lists.
        func write(into writer: inout Writer) {
            writer.raw("{")
            if !events.bytes.isEmpty {
                writer.raw("\"events\":[")
                writer.raw(events.bytes)
                writer.raw("],")
            }
            if !statistics.bytes.isEmpty {
                writer.raw("\"statistics\":{")
                writer.raw(statistics.bytes)
                writer.raw("},")
            }
            metadata.write(into: &writer)
            writer.raw(head.bytes)
            writer.raw("}")
        }
    }

    var head: Head?
    var own = Part()
    var activity: Part?
    var event: Part?
    var route: RouteDraft?
    var activities = Writer()
    /// The types of the workout's own statistics.
    var statisticTypes: Set<UInt16> = []
    /// The totals in the workout's own attributes.
    var totals: [(type: SampleType, sum: Double, unit: [UInt8])] = []
    var activityCount = 0
    /// Whether an activity or an event is longer than workers accept.
    private var hasLongPart = false
    /// The most bytes of the list of events, and of the list of activities.
    private static let longestList = 4 << 20

    /// Whether a worker would refuse the workout; further parts are then dropped.
    var isTooLong: Bool {
        hasLongPart || own.isTooLong || activities.bytes.count > Self.longestList
            || own.events.bytes.count > Self.longestList
    }

    /// Adds metadata to an element in the workout.
    mutating func add(
        _ key: [UInt8],
        _ value: [UInt8],
        to element: ExportElement,
        _ texts: inout MetadataText
    ) {
        switch element {
        case .activity: activity?.metadata.add(key, value, &texts)
        case .event: event?.metadata.add(key, value, &texts)
        case .route: route?.metadata.add(key, value, &texts)
        default: own.metadata.add(key, value, &texts)
        }
    }

    mutating func endActivity() {
        guard let part = activity else { return }
        activity = nil
        if isTooLong { return }
        hasLongPart = part.isTooLong || part.events.bytes.count > Self.longestList
        if !activities.bytes.isEmpty { activities.raw(",") }
        part.write(into: &activities)
    }

    mutating func endEvent() {
        guard let part = event else { return }
        event = nil
        if isTooLong || activity?.events.bytes.count ?? 0 > Self.longestList { return }
        hasLongPart = part.isTooLong
        func append(to list: inout Writer) {
            if !list.bytes.isEmpty { list.raw(",") }
            part.write(into: &list)
        }
        if activity == nil {
            append(to: &own.events)
        } else if var events = activity?.events {
            append(to: &events)
            activity?.events = events
        }
    }

    /// Adds the totals of types without statistics.
    mutating func addTotals() {
        for total in totals where !statisticTypes.contains(total.type.index) {
            addStatistic { writer in
                writer.string(total.type.identifierBytes)
                writer.raw(":{\"unit\":")
                writer.string(total.unit)
                writer.raw(",\"sum\":")
                writer.number(total.sum)
                writer.raw("}")
            }
        }
    }

    /// Adds a statistic to the open activity or to the workout.
    mutating func addStatistic(_ write: (inout Writer) -> Void) {
        if activity?.isTooLong ?? own.isTooLong { return }
        if activity == nil {
            if !own.statistics.bytes.isEmpty { own.statistics.raw(",") }
            write(&own.statistics)
        } else if var statistics = activity?.statistics {
            if !statistics.bytes.isEmpty { statistics.raw(",") }
            write(&statistics)
            activity?.statistics = statistics
        }
    }
}

/// A route whose element has begun.
struct RouteDraft {
    let start: Int64
    let end: Int64
    let origin: OriginReference
    var metadata = MetadataDraft()
    var path: String?
    /// Points in the XML itself, as the first exports had them.
    var points = PointWriter()
}
