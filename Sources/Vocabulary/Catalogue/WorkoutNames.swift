/// The codes, names and Apple constants of one of HealthKit's workout enumerations.
package struct WorkoutNames: Sendable {
    private var names: [Int64: String] = [:]
    private var codesByName: [String: Int64] = [:]
    private var appleNames = NameTable()
    private var codes: [Int64] = []

    package static let activity = WorkoutNames(activities, enumeration: "HKWorkoutActivityType")
    static let event = WorkoutNames(events, enumeration: "HKWorkoutEventType")

    private init(_ table: String, enumeration: String) {
        for fields in tableRows(table) {
            guard fields.count == 3, let code = Int64(fields[0]) else { continue }
            names[code] = fields[1]
            codesByName[fields[1]] = code
            appleNames.insert(Vocabulary::appleName(enumeration, fields[2]))
            codes.append(code)
        }
    }

    package func name(_ code: Int64) -> String? { names[code] }

    package func code(named name: String) -> Int64? { codesByName[name] }

    package func code(appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe appleNames.index(of: appleName).map { codes[$0] }
    }
}

extension Catalogue {
    /// Returns the name of a workout activity; `Other` for an unknown code.
    package static func workoutActivityName(_ code: Int64) -> String {
        WorkoutNames.activity.name(code) ?? "Other"
    }

    /// Returns the code of an activity by its name in documents; 0 for a name that HealthKit does not have.
    package static func workoutActivityCode(named name: String) -> Int64 {
        WorkoutNames.activity.code(named: name) ?? 0
    }

    /// Returns the code of an Apple constant (`HKWorkoutActivityTypeRunning`); nil if unknown.
    package static func workoutActivityCode(appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe WorkoutNames.activity.code(appleName: appleName)
    }

    /// Returns the name of a workout event; nil if the code has none.
    package static func workoutEventName(_ code: Int64) -> String? {
        WorkoutNames.event.name(code)
    }

    /// The cases of `HKSwimmingStrokeStyle`, by code.
    private static let strokeStyles = [
        "unknown", "mixed", "freestyle", "backstroke", "breaststroke", "butterfly", "kickboard",
    ]

    /// Returns the name of a swimming stroke; the code as text if it has none.
    package static func strokeStyleName(_ code: Int64) -> String {
        strokeStyles.indices.contains(Int(clamping: code)) ? strokeStyles[Int(code)] : String(code)
    }

    /// Returns the code of an Apple constant (`HKWorkoutEventTypePause`); nil if unknown.
    package static func workoutEventCode(appleName: UnsafeRawBufferPointer) -> Int64? {
        unsafe WorkoutNames.event.code(appleName: appleName)
    }
}
