import JSON
import Vocabulary

/// The routes of workouts, in the XML or in files of the archive.
extension ExportReader {
    private static let route = Catalogue.sampleType(named: "HKWorkoutRouteTypeIdentifier")

    mutating func beginRoute() -> ExportElement {
        guard let head = workout?.head, let type = Self.route else { return .route }
        let start = dates.milliseconds(scanner.slice("startDate")) ?? head.start
        let end = dates.milliseconds(scanner.slice("endDate")) ?? max(start, head.end)
        guard let origin = scanner.slice("sourceName") == nil ? head.origin : origin() else { return .route }
        guard isTaken(type, start: start, end: end) else { return .route }
        workout?.route = RouteDraft(start: start, end: end, origin: origin)
        return .route
    }

    mutating func addLocation() {
        func number(_ name: StaticString) -> Double? { scanner.slice(name).flatMap(NumberText.double) }
        for name in Self.figures where scanner.slice(name) != nil && number(name) == nil {
            tally.leaveOut("a figure of a route that is not a number")
        }
        workout?.route?.points.add(
            PointWriter.Point(
                time: dates.milliseconds(scanner.slice("date")).map { Double($0) / 1_000 },
                latitude: number("latitude"),
                longitude: number("longitude"),
                altitude: number("altitude"),
                speed: number("speed"),
                course: number("course"),
                horizontalAccuracy: number("horizontalAccuracy"),
                verticalAccuracy: number("verticalAccuracy")
            )
        )
    }

    /// The values of a point in the XML, except its place.
    private static let figures: [StaticString] = [
        "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy",
    ]

    mutating func endRoute() {
        guard var draft = workout?.route, let head = workout?.head else { return }
        workout?.route = nil
        let route = References.Route(
            workout: head.id,
            start: draft.start,
            end: draft.end,
            origin: draft.origin,
            metadata: draft.metadata
        )
        if !draft.points.isEmpty {
            draft.points.end()
            return add(route, draft.points)
        }
        guard let path = draft.path else { return tally.leaveOut("a route without points") }
        if !references.add(route, at: path) { tally.leaveOut("a route beyond the most that are remembered") }
    }

    /// Adds the sample of a route with all its points.
    mutating func add(_ route: References.Route, _ points: PointWriter) {
        tally.leaveOut("a point of a route without time or place", count: points.leftOut)
        tally.leaveOut("a figure of a route that is not a number", count: points.figuresLeftOut)
        if points.isTooLong { return tally.leaveOut("a route of more than 12 MiB") }
        if points.isEmpty { return tally.leaveOut("a route without points") }
        guard let type = Self.route else { return }
        let workout = route.workout.textBytes
        add(
            type,
            start: route.start,
            end: route.end,
            origin: route.origin,
            metadata: route.metadata,
            value: workout,
            tail: points.json
        ) {
            $0.raw("\"workout_id\":")
            $0.string(workout)
            $0.raw(",\"locations\":[")
        }
    }
}
