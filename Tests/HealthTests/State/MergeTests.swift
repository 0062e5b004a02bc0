import Health
import Testing
import Vocabulary

/// Copies of one sample that are kept in different state keys are one sample still.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct MergeTests {
    private static func upload(_ type: String, _ start: Double, lasting: Double, version: Int) -> [UInt8] {
        var sample = PlainSample(
            id: "00000000-0000-4000-8000-00000000000A",
            type: "HKQuantityTypeIdentifier" + type,
            start: start,
            end: start + lasting,
            uploadZone: "UTC"
        )
        sample.value = 60 + Double(version)
        sample.unit = type == "HeartRate" ? "count/min" : "count"
        sample.ownVersion = version
        // As a number: a text would be cut to milliseconds.
        let json = Tree.object(sample.sent.members.merging(["start_date": .number(start)]) { $1 }).json
        return Array(
            """
            {"upload_id":"00000000-0000-4000-8000-000000000001","connection_id":"\(History.connection)",
            "collected_at":740000000,"samples":[\(json)]}
            """.utf8
        )
    }

    @Test(arguments: ["HeartRate", "StepCount"], [0.0004, 1, 7_200])
    func `another start on the same day is the same sample, across an hour's edge too`(type: String, apart: Double) {
        let edge = 733_456_800.0
        for (first, second) in [(edge - apart, edge + apart), (edge + apart, edge - apart)] {
            var course = Course()
            course.commit([Self.upload(type, first, lasting: 30, version: 1)])
            #expect(course.commit([Self.upload(type, second, lasting: 30, version: 0)]).accounting.duplicates == 1)
            #expect(course.commit([Self.upload(type, second, lasting: 30, version: 2)]).accounting.replaced == 1)
            #expect(course.commit([Self.upload(type, first, lasting: 30, version: 3)]).accounting.replaced == 1)
            #expect(course.commit([Self.upload(type, second, lasting: 30, version: 1)]).accounting.duplicates == 1)
        }
    }

    @Test(arguments: ["HeartRate", "StepCount"]) func `on both sides of a UTC midnight are two samples`(type: String) {
        let midnight = 733_449_600.0
        var course = Course()
        course.commit([Self.upload(type, midnight - 0.0004, lasting: 30, version: 1)])
        #expect(course.commit([Self.upload(type, midnight, lasting: 30, version: 2)]).accounting.new == 1)
        #expect(course.commit([Self.upload(type, midnight - 1, lasting: 100_000, version: 2)]).accounting.replaced == 1)
        #expect(
            course.commit([Self.upload(type, midnight + 1, lasting: 100_000, version: 1)]).accounting.duplicates == 1
        )
    }

    @Test(arguments: ["HeartRate", "StepCount"])
    func `a copy that lasts longer than a day is the same`(type: String) {
        var course = Course()
        course.commit([Self.upload(type, 733_449_600, lasting: 60, version: 1)])
        #expect(course.commit([Self.upload(type, 733_449_600, lasting: 100_000, version: 2)]).accounting.replaced == 1)
        #expect(course.commit([Self.upload(type, 733_449_600, lasting: 30, version: 3)]).accounting.replaced == 1)
        #expect(
            course.commit([Self.upload(type, 733_449_600, lasting: 100_000, version: 2)]).accounting.duplicates == 1
        )
    }
}
