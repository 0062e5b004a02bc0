import Health
import Store
import Testing
import Vocabulary

/// The horizon: what lies before it is refused, dropped and frozen, and never deleted.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RetentionTests {
    private static let day = 86_400.0
    /// 2024-04-01T00:00:00Z.
    private static let start = 733_622_400.0

    private static func sample(_ number: Int, _ type: String, at: Double, lasting: Double, value: Double) -> PlainSample
    {
        let digits = String(number)
        var sample = PlainSample(
            id: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits,
            type: type,
            start: at,
            end: at + lasting,
            uploadZone: "UTC"
        )
        sample.value = value
        if type.contains("Quantity") { sample.unit = "count" }
        return sample
    }

    private static func upload(_ samples: [PlainSample], at: Double, deleting: [String] = []) -> [UInt8] {
        PlainUpload(
            id: "00000000-0000-4000-8000-000000000000",
            collectedAt: at,
            zone: "UTC",
            samples: samples,
            deletions: deleting
        ).bytes
    }

    private static func rules(days: Double) -> Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = days * day
        return rules
    }

    @Test func `what lies before the horizon is too late, judged upload by upload`() {
        var course = Course(rules: Self.rules(days: 10))
        let type = "HKQuantityTypeIdentifierStepCount"
        let old = Self.sample(1, type, at: Self.start, lasting: 60, value: 5)
        let edge = Self.sample(2, type, at: Self.start + Self.day, lasting: 60, value: 5)
        let outcome = course.commit([
            Self.upload([old], at: Self.start + 10 * Self.day),
            // Eleven days and a half after the start: the horizon is in the second day.
            Self.upload(
                [Self.sample(3, type, at: Self.start, lasting: 9, value: 1), edge],
                at: Self.start + 11.5 * Self.day
            ),
        ])
        #expect(outcome.accounting.new == 2)
        #expect(outcome.accounting.refusals == [.tooLate: 1])
    }

    @Test func `frozen documents neither change nor go, and deletions of their samples do nothing`() {
        var course = Course(rules: Self.rules(days: 10))
        let type = "HKQuantityTypeIdentifierStepCount"
        let old = Self.sample(1, type, at: Self.start + 60, lasting: 60, value: 5)
        course.commit([Self.upload([old], at: Self.start + Self.day)])
        let before = course.documents
        #expect(before["steps/2024-04-01"] != nil)
        let later = Self.sample(2, type, at: Self.start + 20 * Self.day, lasting: 60, value: 5)
        course.commit([Self.upload([later], at: Self.start + 20.5 * Self.day)])
        let outcome = course.commit([Self.upload([], at: Self.start + 20.5 * Self.day, deleting: [old.id])])
        #expect(outcome.records.isEmpty)
        #expect(course.documents["steps/2024-04-01"] == before["steps/2024-04-01"])
    }

    @Test func `a document made across the horizon is frozen as a whole`() {
        var course = Course(rules: Self.rules(days: 10))
        let type = "HKQuantityTypeIdentifierStepCount"
        // Across midnight: the second day's total is made of it too.
        let across = Self.sample(1, type, at: Self.start + Self.day - 600, lasting: 1200, value: 100)
        course.commit([Self.upload([across], at: Self.start + Self.day)])
        let second = Self.sample(2, type, at: Self.start + Self.day + 7200, lasting: 60, value: 5)
        let outcome = course.commit([Self.upload([second], at: Self.start + 11.5 * Self.day)])
        #expect(outcome.accounting.new == 1, "the sample itself is not too late")
        let more = Self.sample(3, type, at: Self.start + Self.day + 9000, lasting: 60, value: 5)
        let frozen = course.commit([Self.upload([more], at: Self.start + 11.5 * Self.day)])
        #expect(frozen.accounting.new == 1)
        #expect(frozen.records.isEmpty, "its day was made from a sample before the horizon")
    }

    @Test func `what joins a frozen night makes no session`() {
        var course = Course(rules: Self.rules(days: 10))
        let type = "HKCategoryTypeIdentifierSleepAnalysis"
        let night = Self.sample(1, type, at: Self.start + Self.day - 600, lasting: 1200, value: 3)
        course.commit([Self.upload([night], at: Self.start + Self.day)])
        #expect(course.documents.count == 1)
        let other = Self.sample(2, type, at: Self.start + 5 * Self.day, lasting: 60, value: 3)
        course.commit([Self.upload([other], at: Self.start + 11.5 * Self.day)])
        let joins = Self.sample(3, type, at: Self.start + Self.day + 1000, lasting: 60, value: 3)
        let outcome = course.commit([Self.upload([joins], at: Self.start + 11.5 * Self.day)])
        #expect(outcome.accounting.new == 1)
        #expect(outcome.records.isEmpty)
        #expect(course.documents.count == 2)
    }

    @Test func `a frozen night is as long as what joined it, also once that is dropped`() {
        var course = Course(rules: Self.rules(days: 10))
        let type = "HKCategoryTypeIdentifierSleepAnalysis"
        let night = Self.sample(1, type, at: Self.start + Self.day - 600, lasting: 1200, value: 3)
        course.commit([Self.upload([night], at: Self.start + Self.day)])
        let other = Self.sample(2, type, at: Self.start + 5 * Self.day, lasting: 60, value: 3)
        course.commit([Self.upload([other], at: Self.start + 11.5 * Self.day)])
        // Until half past eleven of the next evening.
        let joins = Self.sample(3, type, at: Self.start + Self.day + 1200, lasting: Self.day - 3000, value: 3)
        course.commit([Self.upload([joins], at: Self.start + 11.5 * Self.day)])
        let another = Self.sample(4, type, at: Self.start + 7 * Self.day, lasting: 60, value: 3)
        course.commit([Self.upload([another], at: Self.start + 12.5 * Self.day)])
        let late = Self.sample(5, type, at: Self.start + 2 * Self.day + 600, lasting: 60, value: 3)
        let outcome = course.commit([Self.upload([late], at: Self.start + 12.5 * Self.day)])
        #expect(outcome.accounting.new == 1)
        #expect(outcome.records.isEmpty)
    }

    @Test func `state before the horizon is dropped`() {
        var course = Course(rules: Self.rules(days: 10))
        for index in 0..<40 {
            let at = Self.start + Double(index) * Self.day
            let sample = Self.sample(index, "HKQuantityTypeIdentifierStepCount", at: at, lasting: 60, value: 5)
            course.commit([Self.upload([sample], at: at + Self.day)])
        }
        let full = course.store.valueBytes
        for index in 40..<80 {
            let at = Self.start + Double(index) * Self.day
            let sample = Self.sample(index, "HKQuantityTypeIdentifierStepCount", at: at, lasting: 60, value: 5)
            course.commit([Self.upload([sample], at: at + Self.day)])
        }
        #expect(course.store.valueBytes < full + 100)
        #expect(course.documents.count == 160)
    }
}
