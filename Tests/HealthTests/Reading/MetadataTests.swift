import Health
import Store
import Testing
import Vocabulary

/// How metadata is shown: every value as a quantity, nothing dropped.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct MetadataTests {
    @Test(arguments: [
        (#"{"x":"text"}"#, #"{"x":{"quantity":0,"unit":"text"}}"#),
        (#"{"x":true,"y":false}"#, #"{"x":{"quantity":1,"unit":"bool"},"y":{"quantity":0,"unit":"bool"}}"#),
        (#"{"x":2}"#, #"{"x":{"quantity":2,"unit":"count"}}"#),
        (#"{"x":2.5}"#, #"{"x":{"quantity":2.5,"unit":"count"}}"#),
        (#"{"HKWasUserEntered":1}"#, #"{"HKWasUserEntered":{"quantity":1,"unit":"bool"}}"#),
        (#"{"HKWasUserEntered":2}"#, #"{"HKWasUserEntered":{"quantity":2,"unit":"count"}}"#),
        (#"{"b":1,"a":"z"}"#, #"{"a":{"quantity":0,"unit":"z"},"b":{"quantity":1,"unit":"count"}}"#),
        (#"{"a":1,"a":2}"#, #"{"a":{"quantity":2,"unit":"count"}}"#),
        (#"{"a":1,"b":null}"#, #"{"a":{"quantity":1,"unit":"count"}}"#),
        (
            #"{"HKElevationAscended":{"value":4200,"unit":"cm"}}"#,
            #"{"HKElevationAscended":{"quantity":42,"unit":"m"}}"#
        ),
        (#"{"HKElevationAscended":{"value":3,"unit":"kg"}}"#, #"{"HKElevationAscended":{"quantity":3,"unit":"kg"}}"#),
        (#"{"HKElevationAscended":3}"#, #"{"HKElevationAscended":{"quantity":3,"unit":"m"}}"#),
        (#"{"own":{"value":3,"unit":"anything"}}"#, #"{"own":{"quantity":3,"unit":"anything"}}"#),
        (#"{"q\"":"\\"}"#, #"{"q\"":{"quantity":0,"unit":"\\"}}"#),
    ])
    func `metadata is shown`(metadata: String, shown: String) throws {
        var course = Course()
        let upload = """
            {"upload_id":"11111111-1111-4111-8111-111111111111","connection_id":"\(History.connection)",
            "collected_at":0,"samples":[{"id":"11111111-1111-4111-8111-111111111111","start_date":0,
            "type":"HKCategoryTypeIdentifierMindfulSession","value":0,"metadata":\(metadata)}]}
            """
        course.commit([Array(upload.utf8)])
        let text = String(decoding: try #require(course.documents["mindfulness/2001-01-01"]), as: UTF8.self)
        #expect(text.contains("\"meta_data\":" + shown + "}"), "\(text)")
    }

    @Test func `the sync version counts where the sample has no version`() {
        var course = Course()
        func upload(_ value: Int, _ more: String) -> [UInt8] {
            Array(
                """
                {"upload_id":"11111111-1111-4111-8111-111111111111","connection_id":"\(History.connection)",
                "collected_at":0,"samples":[{"id":"11111111-1111-4111-8111-111111111111","start_date":0,"unit":"count",
                "type":"HKQuantityTypeIdentifierStepCount","value":\(value),\(more)}]}
                """.utf8
            )
        }
        course.commit([upload(5, #""metadata":{"HKMetadataKeySyncVersion":4}"#)])
        #expect(course.commit([upload(6, #""version":3"#)]).accounting.duplicates == 1)
        #expect(
            course.commit([upload(7, #""version":2,"metadata":{"HKMetadataKeySyncVersion":9}"#)]).accounting.duplicates
                == 1
        )
        #expect(course.commit([upload(8, #""version":5"#)]).accounting.replaced == 1)
    }
}
