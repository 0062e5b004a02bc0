import Foundation

/// Where a plain sample comes from.
struct PlainSource: Hashable {
    var name: String?
    var bundle: String?
    var version: String?
    var product: String?

    /// What tells sources apart.
    var key: String { bundle ?? name ?? "" }

    /// As a document shows it.
    var shown: Tree { tree(bundle: "bundleIdentifier", product: "productType") }
    /// As an upload writes it.
    var sent: Tree { tree(bundle: "bundle_identifier", product: "product_type") }

    private func tree(bundle bundleKey: String, product productKey: String) -> Tree {
        var members: [String: Tree] = [:]
        for (key, value) in [("name", name), (bundleKey, bundle), ("version", version), (productKey, product)] {
            if let value { members[key] = .text(value) }
        }
        return .object(members)
    }
}

/// A number of metadata, with its unit.
struct PlainFigure {
    var value: Double
    var unit = "count"

    /// As an upload writes it: a plain number if it has no unit.
    var sent: Tree {
        unit == "count" ? .number(value) : .object(["value": .number(value), "unit": .text(unit)])
    }
}

/// Something that happened in a workout.
struct PlainEvent {
    var type: Int
    /// A name of a later release, in place of the number.
    var newName: String?
    var start: Double
    var end: Double
    var figures: [String: PlainFigure] = [:]
}

/// Statistics of one type: some of `sum`, `average`, `minimum`, `maximum`, `most_recent`.
struct PlainStatistic {
    var type: String
    var unit: String
    var values: [String: Double]
}

/// A part of a workout.
struct PlainActivity {
    var id: String
    var start: Double
    var end: Double
    var code: Int?
    var events: [PlainEvent]
    var statistics: [PlainStatistic]
}

/// What a workout carries.
struct PlainWorkout {
    var code: Int
    /// A name of a later release, in place of the code.
    var newName: String?
    var duration: Double?
    var events: [PlainEvent]
    var activities: [PlainActivity]
    var statistics: [PlainStatistic]
    /// Statistics that can't be shown, by their keys: JSON as documents show it.
    var oddStatistics: [String: String] = [:]

    /// What workouts of one activity type have in common.
    var activityType: String { newName ?? "\(code)" }
}

/// A sample as an upload carries it, in plain types; the generator makes it, the oracle reads it.
struct PlainSample {
    var id: String
    var type: String
    var start: Double
    var end: Double
    var value: Double?
    var unit: String?
    var source: PlainSource?
    var device: [String: String]?
    var isUserEntered = false
    /// Its own zone, in `HKTimeZone`.
    var ownZone: String?
    /// Its zone by the upload that brings it.
    var claim: PlainClaim
    var note: String?
    /// More of its metadata.
    var figures: [String: PlainFigure] = [:]
    /// Its version, in a field of its own.
    var ownVersion: Int?
    /// Its version, in `HKMetadataKeySyncVersion`: a number, or a text that is one.
    var syncVersion: Double?
    /// What its versions have in common, in `HKMetadataKeySyncIdentifier`.
    var syncIdentifier: String?
    /// What a workout is known by elsewhere, in `HKExternalUUID`.
    var externalUUID: String?
    var count: Int?
    var minimum: Double?
    var maximum: Double?
    var workoutID: String?
    var fields: [String: Tree] = [:]
    var workout: PlainWorkout?
    var points: [[String: Double]]?
    var memberSamples: [PlainSample]?

    /// The zone that holds: a name that nobody knows counts as none.
    var zone: String {
        guard let ownZone, ownZone != History.unknownZone else { return claim.shownZone }
        return OracleClock.offsetNames[ownZone] ?? ownZone
    }
    var version: Double { ownVersion.map { Double($0) } ?? syncVersion ?? 0 }
    /// Whether its version is sent as a text.
    var hasTextVersion: Bool { id.hasSuffix("6") || id.hasSuffix("7") }
    /// The note that is sent as a list.
    static let listNote = "note 3"

    /// The UTC day of its start, counted from 2001.
    var utcDay: Int { Int((start / 86_400).rounded(.down)) }

    /// What the sample is known by: id, type and the UTC day of its start; a workout by its id alone.
    var key: String { workout == nil ? "\(id) \(type) \(utcDay)" : "\(id) \(type)" }

    /// An instant in milliseconds, rounded to the nearest, halves up.
    static func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000 + 0.5).rounded(.down)) }

    /// Lets it start at another time.
    mutating func move(to start: Double) {
        end += start - self.start
        self.start = start
        for index in memberSamples?.indices ?? 0..<0 { memberSamples?[index].move(to: start) }
    }
}

/// How samples are written in uploads.
extension PlainSample {
    var sent: Tree {
        var members = fields
        members["id"] = .text(id.hasSuffix("4") ? id.lowercased() : id)
        members["type"] = .text(type)
        members["start_date"] = Self.date(start, odd: id.hasSuffix("1"))
        if end != start || id.hasSuffix("2") { members["end_date"] = Self.date(end, odd: id.hasSuffix("3")) }
        if let value { members["value"] = .number(value) }
        if let unit { members["unit"] = .text(unit) }
        if let source { members["source"] = source.sent }
        if let device { members["device"] = .object(device.mapValues { .text($0) }) }
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        if let ownVersion { members["version"] = .number(Double(ownVersion)) }
        if let count { members["count"] = .number(Double(count)) }
        if let minimum { members["minimum"] = .number(minimum) }
        if let maximum { members["maximum"] = .number(maximum) }
        if let workoutID { members["workout_id"] = .text(id.hasSuffix("5") ? workoutID.lowercased() : workoutID) }
        if let workout { members.merge(workout.sent) { $1 } }
        if let points { members["locations"] = .list(points.map(Self.point)) }
        if let memberSamples { members["objects"] = .list(memberSamples.map(\.sent)) }
        return .object(members)
    }

    /// Its metadata as an upload writes it.
    var metadata: [String: Tree] {
        var metadata = figures.mapValues(\.sent)
        if let ownZone { metadata["HKTimeZone"] = .text(ownZone) }
        if isUserEntered { metadata["HKWasUserEntered"] = .number(1) }
        if let note {
            let list = Tree.list([.number(3), .null, .object(["b": .null, "a": .text("x")])])
            metadata["note"] = note == Self.listNote ? list : .text(note)
        }
        if let syncVersion {
            metadata["HKMetadataKeySyncVersion"] = hasTextVersion ? .text("\(syncVersion)") : .number(syncVersion)
        }
        if let syncIdentifier { metadata["HKMetadataKeySyncIdentifier"] = .text(syncIdentifier) }
        if let externalUUID { metadata["HKExternalUUID"] = .text(externalUUID) }
        return metadata
    }

    private static func point(_ point: [String: Double]) -> Tree {
        var members = point.mapValues { Tree.number($0) }
        members["timestamp"] = members.removeValue(forKey: "time")
        return .object(members)
    }

    /// Either form of an instant.
    static func date(_ seconds: Double, odd: Bool) -> Tree {
        // A text has milliseconds.
        if odd || (seconds * 4).rounded() != seconds * 4 { return .number(seconds) }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return .text(style.format(Date(timeIntervalSinceReferenceDate: seconds)))
    }
}

extension PlainEvent {
    var sent: Tree {
        let type: Tree = newName.map { .text("HKWorkoutEventType" + $0) } ?? .number(Double(type))
        var members: [String: Tree] = ["type": type, "start_date": .number(start), "end_date": .number(end)]
        if !figures.isEmpty { members["metadata"] = .object(figures.mapValues(\.sent)) }
        return .object(members)
    }
}

extension PlainWorkout {
    var sent: [String: Tree] {
        let type: Tree = newName.map { .text("HKWorkoutActivityType" + $0) } ?? .number(Double(code))
        var members: [String: Tree] = ["workout_activity_type": type]
        if let duration { members["duration"] = .number(duration) }
        if !events.isEmpty { members["events"] = .list(events.map(\.sent)) }
        if !statistics.isEmpty || !oddStatistics.isEmpty {
            var sent = Self.sent(statistics).members
            for (key, text) in oddStatistics { sent[key] = try? Tree(json: Array(text.utf8)) }
            members["statistics"] = .object(sent)
        }
        if activities.isEmpty { return members }
        members["activities"] = .list(
            activities.map { activity in
                var members: [String: Tree] = [
                    "id": .text(activity.id), "start_date": .number(activity.start), "end_date": .number(activity.end),
                ]
                if let code = activity.code { members["workout_activity_type"] = .number(Double(code)) }
                if !activity.events.isEmpty { members["events"] = .list(activity.events.map(\.sent)) }
                if !activity.statistics.isEmpty { members["statistics"] = Self.sent(activity.statistics) }
                return .object(members)
            }
        )
        return members
    }

    private static func sent(_ statistics: [PlainStatistic]) -> Tree {
        var members: [String: Tree] = [:]
        for statistic in statistics {
            var one = statistic.values.mapValues { Tree.number($0) }
            one["unit"] = .text(statistic.unit)
            members[statistic.type] = .object(one)
        }
        return .object(members)
    }
}
