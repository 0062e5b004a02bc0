import Testing
import Vocabulary

/// Every type of the catalogue, in the native form and in the dialects that can carry it.
@Suite struct DialectTests {
    /// The data of a native sample of a type, and of the struct that says the same.
    private static func data(_ type: SampleType) -> (native: String, payload: String) {
        func plain(_ json: String) -> (String, String) { (json, "{\(json)}") }
        switch type.kind {
        case .quantity: return plain(#""value":0.5,"unit":"\#(type.canonicalUnit?.string ?? "")""#)
        case .category: return plain(#""value":0"#)
        case .characteristic: return plain(#""value":2"#)
        case .workout: return (#""workout_activity_type":37"#, #"{"value":37}"#)
        case .workoutRoute:
            return (
                #""locations":[{"timestamp":726141600,"latitude":1,"longitude":2}]"#,
                #"{"routes":[{"locations":[{"timestamp":1704448800,"latitude":1,"longitude":2}]}]}"#
            )
        case .correlation: return (#""objects":[]"#, #"{"quantitySamples":[]}"#)
        case .electrocardiogram:
            return (#""voltages":[1000000]"#, #"{"voltageMeasurements":[{"harmonized":{"value":1,"unit":"V"}}]}"#)
        case .heartbeatSeries:
            return (#""beats":[{"time_since_start":1}]"#, #"{"measurements":[{"timeSinceSeriesStart":1}]}"#)
        default: return (#""display_name":"x","score":3"#, #"{"displayName":"x","score":3}"#)
        }
    }

    private static let source = #""source":{"name":"n"}"#

    private static func documents(_ record: String) -> [String: String] {
        let record = DialectRecord(record)
        #expect(record.letters == [])
        #expect(!record.documents.isEmpty)
        return record.documents
    }

    private static func native(_ type: SampleType, _ data: String) -> [String: String] {
        let sample = Line.sample(
            1,
            type.identifier,
            "2024-01-05T10:00:00Z",
            "2024-01-05T10:00:00Z",
            data + "," + source
        )
        return documents(Line.upload("2024-01-06T00:00:00Z", [sample]))
    }

    @Test(arguments: Catalogue.sampleTypes.filter { $0.kind != .motion })
    func `every type passes through the native form and the structs of HealthKitReporter`(type: SampleType) {
        let (native, payload) = Self.data(type)
        let element = """
            {"uuid":"\(Line.id(1))","identifier":"\(type.identifier)","startTimestamp":1704448800,\
            "endTimestamp":1704448800,"sourceRevision":{"source":{"name":"n"}},"harmonized":\(payload)}
            """
        #expect(Self.documents("[\(element)]") == Self.native(type, native))
    }

    @Test(arguments: Catalogue.sampleTypes.filter { $0.isListed || $0.kind == .characteristic || $0.kind == .workout })
    func `every type that has a value passes through a body of Open Wearables`(type: SampleType) {
        let data = Self.data(type).native
        let dates = #""startDate":"2024-01-05T10:00:00Z","endDate":"2024-01-05T10:00:00Z""#
        let body =
            type.kind == .workout
            ? DialectRecord.body(workouts: [#"{"id":"\#(Line.id(1))","type":"running",\#(dates),\#(Self.source)}"#])
            : DialectRecord.body(
                records: [#"{"id":"\#(Line.id(1))","type":"\#(type.identifier)",\#(dates),\#(data),\#(Self.source)}"#]
            )
        #expect(Self.documents(body) == Self.native(type, data))
    }

    @Test func `a line of a file needs a connection, and takes the latest end as its time`() {
        let body = DialectRecord.body(
            records: [
                #"{"id":"\#(Line.id(1))","type":"HKQuantityTypeIdentifierHeartRate","value":61,"unit":"bpm","startDate":"2024-01-05T10:00:00Z","endDate":"2024-01-05T10:30:00Z"}"#
            ]
        ).replacing(#""syncTimestamp":"2024-01-06T00:00:00Z","#, with: "")
        var without = Journey()
        without.commit(body)
        #expect(without.refusals == ["invalidIdentifier"] && without.accounting.refused == 1)
        var with = Journey()
        with.commit(line: body, connection: "c")
        with.commit(line: body + "\r", connection: "c")
        #expect(with.refusals == [] && with.accounting.duplicates == 1)
        #expect(with.documents.values.contains { $0.contains(#""collected_at":726143400"#) })
    }

    @Test func `a key that is no connection refuses the record whole`() {
        var journey = Journey()
        journey.commit(line: #"[{"uuid":"\#(Line.id(1))"}]"#, connection: "a.b")
        #expect(journey.refusals == ["invalidIdentifier"] && journey.accounting.deletionsRefused == 1)
    }

    @Test func `a record that would become longer than an upload may be is refused in part`() {
        var rules = Rules()
        let body = DialectRecord.body(
            sleep: (1...40).map { #"{"id":"\#(Line.id($0))","stage":"rem","startDate":726105600}"# }
        )
        rules.uploadMaxBytes = body.utf8.count
        let record = DialectRecord(body, rules: rules)
        #expect(record.refusals.count > 0 && record.refusals.allSatisfy { $0.hasPrefix("tooLarge /data/sleep/") })
        #expect(record.accounting.new > 0 && record.accounting.isBalanced)
    }

    @Test func `a record is refused whole if samples and deletions are too long only together`() {
        // Strings in metadata become longer, because their quotes are escaped.
        let strings = Array(repeating: #""""#, count: 300).joined(separator: ",")
        let sample = """
            {"uuid":"\(Line.id(1))","identifier":"HKQuantityTypeIdentifierStepCount","startTimestamp":1704448800,\
            "endTimestamp":1704450600,"extra":[\(strings)],"harmonized":{"value":5,"unit":"count"}}
            """
        let deletions = (2...21).map { #"{"uuid":"\#(Line.id($0))"}"# }
        let body = "[" + ([sample] + deletions).joined(separator: ",") + "]"
        var rules = Rules()
        #expect(DialectRecord(body, rules: rules).letters == [])
        rules.uploadMaxBytes = body.utf8.count
        let record = DialectRecord(body, rules: rules)
        #expect(record.letters == ["tooLarge " + body])
        #expect(record.accounting.refused == 1 && record.accounting.isBalanced)
    }
}
