import Formats
import Testing
import Vocabulary

/// What makes no data points.
struct EmptyListTests {
    private static let without = Catalogue.sampleTypes.filter { OpenMHealthSchema.schema(of: $0) == nil }

    @Test func `these kinds have no schema`() {
        let kinds = Set(Self.without.map(\.kind))
        #expect(
            kinds == [
                .activitySummary, .audiogram, .characteristic, .clinical, .documentCDA, .electrocardiogram,
                .medicationDoseEvent, .motion, .scoredAssessment, .stateOfMind, .userAnnotatedMedication,
                .visionPrescription, .workoutRoute,
            ]
        )
    }

    @Test(arguments: without.map(\.identifier))
    func `a type without a schema makes no data point`(identifier: String) throws {
        let type = try #require(Catalogue.sampleType(named: identifier))
        let sample = Documents.sample("1", "count")
        let items = """
            ,"data":{"\(identifier)":[\(sample)],"walking":[\(sample)]},"nested_data":{"\(identifier)":[{\
            "id":"\(Documents.sampleID)","name":"x","start_date":0,"end_date":0,"data":{"voltages":[\(sample)]}}]}
            """
        #expect(try DataPoint.all(Documents.document(type.document.name, item: items)).isEmpty)
    }

    @Test func `the summary of a day makes no data point`() throws {
        let average = Documents.sample(id: nil, "60", "count/min", more: #","type":"average","count":3"#)
        let item = #","data":{"HKQuantityTypeIdentifierHeartRate":[\#(average)]}"#
        #expect(try DataPoint.all(Documents.document("activitiesSummary", item: item)).isEmpty)
    }

    @Test func `a document without data points is one empty list`() {
        let document = Documents.document("activitiesSummary", item: "")
        #expect(DocumentForm.openMHealth(TestZones.table).records(Array(document.utf8), 10) == [Array("[]".utf8)])
    }
}
