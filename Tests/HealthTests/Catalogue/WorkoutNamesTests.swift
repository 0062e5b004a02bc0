import Testing
import Vocabulary

@Suite struct WorkoutNamesTests {
    private func activity(_ name: String) -> Int64? {
        var name = name
        return name.withUTF8 { unsafe Catalogue.workoutActivityCode(appleName: UnsafeRawBufferPointer($0)) }
    }

    private func event(_ name: String) -> Int64? {
        var name = name
        return name.withUTF8 { unsafe Catalogue.workoutEventCode(appleName: UnsafeRawBufferPointer($0)) }
    }

    @Test(
        arguments: [
            (37, "Running", "HKWorkoutActivityTypeRunning"),
            (63, "High Intensity Interval Training", "HKWorkoutActivityTypeHighIntensityIntervalTraining"),
            (10, "Cricket", "HKWorkoutActivityTypeCricket"), (79, "Pickleball", "HKWorkoutActivityTypePickleball"),
            (84, "Underwater Diving", "HKWorkoutActivityTypeUnderwaterDiving"),
            (3000, "Other", "HKWorkoutActivityTypeOther"),
        ] as [(Int64, String, String)]
    )
    func `an activity has its name and Apple's`(code: Int64, name: String, appleName: String) {
        #expect(Catalogue.workoutActivityName(code) == name)
        #expect(activity(appleName) == code)
    }

    @Test(arguments: [0, 81, 85, -1, .max, .min] as [Int64])
    func `an activity of tomorrow is Other`(code: Int64) {
        #expect(Catalogue.workoutActivityName(code) == "Other")
    }

    @Test(
        arguments: [
            (1, "Pause", "Pause"), (2, "Resume", "Resume"), (3, "Lap", "Lap"), (4, "Marker", "Marker"),
            (5, "Motion Paused", "MotionPaused"), (6, "Motion Resumed", "MotionResumed"), (7, "Segment", "Segment"),
            (8, "Pause Or Resume Request", "PauseOrResumeRequest"),
        ] as [(Int64, String, String)]
    )
    func `an event has its name and Apple's`(code: Int64, name: String, appleName: String) {
        #expect(Catalogue.workoutEventName(code) == name)
        #expect(event("HKWorkoutEventType" + appleName) == code)
    }

    @Test func `what is no name has no code`() {
        for name in ["", "Running", "HKWorkoutActivityTyperunning", "HKWorkoutEventTypePause", "HKWorkoutActivityType"]
        {
            #expect(activity(name) == nil)
        }
        for name in ["Pause", "HKWorkoutEventTypepause", "HKWorkoutActivityTypeRunning"] { #expect(event(name) == nil) }
        #expect(Catalogue.workoutEventName(0) == nil)
        #expect(Catalogue.workoutEventName(9) == nil)
    }
}
