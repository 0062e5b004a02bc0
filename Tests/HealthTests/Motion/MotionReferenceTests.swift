import Randomness
import Testing

/// The interpreter of motion of the C3-PRO framework for iOS, written down as it works there.
///
/// An activity lasts to the next one that is kept. What is merged after the interpretation loses its time, and a short
/// car ride is still called driving.
private struct ReferenceInterpreter {
    struct Activity {
        var flags: Set<Character>
        let start: Double
        var end: Double
        var confidence: Int
        var kind = ""
    }

    var activities: [Activity] = []
    /// Whether a rule took part that differs on purpose: short car rides, short walks, time of what was merged last.
    var isElsewhereDifferent = false

    init(_ raw: [(flags: Set<Character>, confidence: Int, seconds: Double)]) {
        var at = 0.0
        for (flags, confidence, seconds) in raw {
            let activity = Activity(flags: flags, start: at, end: at + seconds, confidence: confidence)
            at += seconds
            if activities.isEmpty || !Self.merge(activity, into: &activities[activities.count - 1]) {
                activities.append(activity)
            } else {
                activities[activities.count - 1].end = at
            }
        }
        for index in activities.indices { interpret(index) }
        var kept: [Activity] = []
        for activity in activities {
            if kept.isEmpty || !Self.merge(activity, into: &kept[kept.count - 1]) {
                kept.append(activity)
            } else {
                isElsewhereDifferent = true
            }
        }
        for index in kept.indices where kept[index].kind == "stationary" && kept[index].length >= 3 * 3600 {
            kept[index].kind = "sleeping"
        }
        activities = kept
    }

    private static func merge(_ activity: Activity, into last: inout Activity) -> Bool {
        guard activity.flags == last.flags || (activity.flags.contains("a") && last.flags.contains("a")) else {
            return false
        }
        last.flags.formUnion(activity.flags)
        last.confidence = max(last.confidence, activity.confidence)
        return true
    }

    private mutating func interpret(_ index: Int) {
        let (activity, before) = (activities[index], index > 0 ? activities[index - 1].flags : [])
        let after = index + 1 < activities.count ? activities[index + 1].flags : []
        if activity.flags.contains("a"), activity.length < 300 { isElsewhereDifferent = true }
        if activity.flags == ["w"], activity.confidence == 0, activity.length < 60 { isElsewhereDifferent = true }
        if activity.flags.contains("c"), activity.length < 120 {
            let flag: Character =
                before.contains("r") || after.contains("r")
                ? "r" : before.contains("w") || after.contains("w") ? "w" : "s"
            activities[index].flags.remove("c")
            activities[index].flags.insert(flag)
        }
        let names: [(Character, String)] = [
            ("c", "cycling"), ("r", "running"), ("w", "walking"), ("a", "driving"), ("s", "stationary"),
        ]
        activities[index].kind = names.first { activities[index].flags.contains($0.0) }?.1 ?? "unknown"
    }
}

extension ReferenceInterpreter.Activity {
    var length: Double { end - start }

    var text: String {
        let letters = "sawrc".filter(flags.contains)
        return "\(letters) \(kind) \(Int(start))+\(Int(length)) c\(confidence)"
    }
}

@Suite struct MotionReferenceTests {
    @Test func `where nothing differs on purpose, runs are those of C3-PRO`() throws {
        var dice = SeededRandom(seed: 20_171_123)
        var compared = 0
        for round in 0..<2_000 {
            var raw: [(flags: Set<Character>, confidence: Int, seconds: Double)] = []
            for _ in 0..<Int.random(in: 1...7, using: &dice) {
                let flags = ["s", "w", "r", "c", "a", "sa"].randomElement(using: &dice) ?? "s"
                let seconds: Double =
                    [30, 60, 119, 120, 299, 300, 600, 10_799, 10_800].randomElement(using: &dice) ?? 60
                raw.append((Set(flags), Int.random(in: 0...2, using: &dice), seconds))
            }
            // Only the framework gives the last activity a length, up to the time of the question.
            raw.append((["w", "r"], 2, 0))
            let reference = ReferenceInterpreter(raw)
            if reference.isElsewhereDifferent { continue }
            compared += 1
            let text = raw.map { "\(String($0.flags)):\($0.seconds):\($0.confidence)" }.joined(separator: " ")
            #expect(try MotionRunsTests.runs(text) == reference.activities.map(\.text), "round \(round): \(text)")
        }
        #expect(compared > 400)
    }
}
