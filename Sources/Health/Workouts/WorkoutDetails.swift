import Vocabulary

/// The elevation, the kilometers and the laps of a workout.
///
/// All values are added up in the order in which documents list routes, samples and events.
struct WorkoutDetails {
    private static let strokeCount = Catalogue.sampleType(named: "HKQuantityTypeIdentifierSwimmingStrokeCount")?.index

    private let laps: WorkoutLaps
    private let routes: [[Location]]
    /// The meters along the routes, or the meters of the distance samples if the routes have no length.
    private let distance: CumulativeCurve
    /// The strokes of a swim; empty if no laps need them.
    private let strokes: CumulativeCurve

    /// Collects the details of a workout.
    ///
    /// `metadata` is the metadata of the workout, as documents show it. `routes` are the points of the workout's
    /// routes. `groups` are the workout's samples by type, each group ascending.
    init(
        _ sample: Sample,
        _ workout: Workout,
        metadata: ArraySlice<UInt8>,
        routes: [[Location]],
        groups: [(type: UInt16, samples: [Sample])],
        pool: borrowing Pool,
        priority: borrowing [String]
    ) {
        laps = WorkoutLaps(workout, metadata: metadata)
        self.routes = routes
        let alongRoutes = CumulativeCurve(routes)
        var distances: [(type: SampleType, curve: CumulativeCurve)] = []
        var strokes = CumulativeCurve()
        for (index, samples) in groups {
            guard let type = Catalogue.sampleType(at: index) else { continue }
            let isDistance = type.document == .distance && alongRoutes.total == 0
            let isStrokes = index == Self.strokeCount && !laps.isEmpty
            if !isDistance, !isStrokes { continue }
            let curve = CumulativeCurve(samples, from: sample.start, to: sample.end, pool: pool, priority: priority)
            if isStrokes {
                strokes = curve
            } else if curve.contributions > 0 {
                // The curve is empty if all samples are outside of the workout's time.
                distances.append((type, curve))
            }
        }
        self.strokes = strokes
        distance = alongRoutes.total > 0 ? alongRoutes : Self.curve(of: workout, distances)
    }

    /// Returns the curve of the activity's own distance type, or else the longest curve.
    private static func curve(
        of workout: Workout,
        _ distances: [(type: SampleType, curve: CumulativeCurve)]
    ) -> CumulativeCurve {
        guard var longest = distances.first?.curve else { return CumulativeCurve() }
        if distances.count == 1 { return longest }
        let own = "\(WorkoutDistance.identifier(ofActivity: workout.activityType.number))"
        for (type, curve) in distances {
            if type.identifier == own { return curve }
            if curve.total > longest.total { longest = curve }
        }
        return longest
    }

    /// Returns the meters that the routes rise and fall, without values that are already in the metadata.
    func elevation(besides metadata: ArraySlice<UInt8>) -> [(key: String, value: Double, unit: String)] {
        guard let elevation = Elevation(routes) else { return [] }
        var shown = ShownMetadata()
        var values: [(key: String, value: Double, unit: String)] = []
        if !shown.has("HKElevationAscended", "elevation_ascended", in: metadata) {
            values.append(("elevation_ascended", elevation.ascended, "m"))
        }
        if !shown.has("HKElevationDescended", "elevation_descended", in: metadata) {
            values.append(("elevation_descended", elevation.descended, "m"))
        }
        return values
    }

    /// The laps and the splits, each under its key; without keys that have no items.
    ///
    /// Each item may move to a later part of the document, because a workout can have many items.
    var nested: [Nested] {
        let laps = laps.items(distance: distance, strokes: strokes)
        let splits = WorkoutSplits.items(of: distance)
        return [laps, splits].compactMap { items in
            items.first.map { Nested(key: $0.name, items: items, isMovable: true) }
        }
    }
}
