import Health
import JSON
import Testing
import Vocabulary

/// How many values a copy of a sample states, beside its id, type, start and end.
@Suite struct StatedValuesTests {
    /// A sample's fields, and the number of values in them.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: String
        let count: Int

        init(_ sentence: String, _ fields: String, _ count: Int) {
            (testDescription, self.fields, self.count) = (sentence, fields, count)
        }
    }

    /// Reads a sample from its fields.
    private static func read(_ fields: String, into pool: inout Pool) throws -> Sample {
        var parser = Parser()
        var units = UnitTable()
        let json = #"{"id":"\#(Line.id(1))","start_date":0,"end_date":100,\#(fields)}"#
        let value = try parser.parse(Array(json.utf8))
        var reader = SampleReader(collectedAt: 0, claim: -1)
        return try reader.read(value, pool: &pool, units: &units).sample
    }

    private static func count(_ fields: String) throws -> Int {
        // Without files there are fixed offsets only.
        var pool = Pool(zones: ZoneTable { _ in nil })
        let sample = try read(fields, into: &pool)
        return pool.valuesStated(by: sample)
    }

    private static func rate(_ more: String = "") -> String {
        #""type":"HKQuantityTypeIdentifierHeartRate","value":60,"unit":"count/min""# + more
    }

    private static func workout(_ more: String = "") -> String {
        #""type":"HKWorkoutTypeIdentifier","workout_activity_type":37"# + more
    }

    private static func route(_ locations: String) -> String {
        #""type":"HKWorkoutRouteTypeIdentifier","locations":[\#(locations)]"#
    }

    private static func food(_ objects: String) -> String {
        #""type":"HKCorrelationTypeIdentifierFood","objects":[\#(objects)]"#
    }

    private static func water(_ number: Int, _ more: String = "") -> String {
        let type = "HKQuantityTypeIdentifierDietaryWater"
        return #"{"id":"\#(Line.id(number))","type":"\#(type)","start_date":0,"value":5,"unit":"mL"\#(more)}"#
    }

    private static func mind(_ fields: String) -> String { #""type":"HKDataTypeStateOfMind",\#(fields)"# }

    static let quantities = [
        Case("a value is one, and its unit is none", rate(), 1),
        Case("a version is none", rate(#","version":3"#), 1),
        Case("an unknown field is none", rate(#","mood":"good""#), 1),
        Case("null is none", rate(#","source":null,"device":null,"metadata":null,"count":null,"time_zone":null"#), 1),
        Case("count, minimum and maximum are one each", rate(#","count":3,"minimum":50,"maximum":70"#), 4),
        Case("a minimum alone is one", rate(#","count":3,"minimum":50"#), 3),
        Case("a count of one is none", rate(#","count":1,"minimum":60,"maximum":60"#), 1),
        Case("bounds without a count are none", rate(#","minimum":50,"maximum":70"#), 1),
        Case("bounds that do not hold the value are none", rate(#","count":3,"minimum":70,"maximum":80"#), 2),
        Case("a workout that is named is one", rate(#","workout_id":"\#(Line.id(9))""#), 2),
        Case("each text of a source is one", rate(#","source":{"name":"a","bundle_identifier":"b"}"#), 3),
        Case("null in a source is none", rate(#","source":{"name":"a","version":null,"product_type":null}"#), 2),
        Case("a source without fields is none", rate(#","source":{}"#), 1),
        Case("an unknown field of a source is none", rate(#","source":{"name":"a","vendor":"b"}"#), 2),
        Case("each text of a device is one, a missing one none", rate(#","device":{"name":"a","model":"b"}"#), 3),
        Case("a device without fields is none", rate(#","device":{}"#), 1),
    ]

    static let metadata = [
        Case("metadata without members is none", rate(#","metadata":{}"#), 1),
        Case("a text of metadata is one", rate(#","metadata":{"a":"b"}"#), 2),
        Case("a number of metadata is one", rate(#","metadata":{"a":2}"#), 2),
        Case("a bool of metadata is one", rate(#","metadata":{"a":false}"#), 2),
        Case("a quantity of metadata is one", rate(#","metadata":{"a":{"value":2,"unit":"m"}}"#), 2),
        Case("an object of metadata is one", rate(#","metadata":{"a":{"b":1,"c":{"d":[2,3]}}}"#), 2),
        Case("a list of metadata is one, however long", rate(#","metadata":{"a":[1,2,3,4]}"#), 2),
        Case("an empty list of metadata is one", rate(#","metadata":{"a":[]}"#), 2),
        Case("null of metadata is none", rate(#","metadata":{"a":null,"b":1,"c":null}"#), 2),
        Case("each member of metadata is one", rate(#","metadata":{"a":1,"b":"2","HKWasUserEntered":true}"#), 4),
        Case("a version of metadata is one", rate(#","metadata":{"HKMetadataKeySyncVersion":4}"#), 2),
    ]

    static let zones = [
        Case("a zone of its own is one", rate(#","time_zone":"+02:00""#), 2),
        Case("an unknown zone is none", rate(#","time_zone":"Nowhere/There""#), 1),
        Case("a zone in the metadata is one", rate(#","metadata":{"HKTimeZone":"+02:00"}"#), 2),
        Case("an unknown zone in the metadata is one", rate(#","metadata":{"HKTimeZone":"Nowhere/There"}"#), 2),
        Case(
            "a zone that yields to the one in the metadata is none",
            rate(#","time_zone":"+03:00","metadata":{"HKTimeZone":"+02:00"}"#),
            2
        ),
        Case(
            "a zone beside an unknown one in the metadata is one",
            rate(#","time_zone":"+03:00","metadata":{"HKTimeZone":"Nowhere/There"}"#),
            3
        ),
        Case("a zone beside other metadata is one", rate(#","time_zone":"+03:00","metadata":{"a":1}"#), 3),
    ]

    static let workouts = [
        Case("an activity type is one", workout(), 1),
        Case("a duration is one", workout(#","duration":60"#), 2),
        Case("metadata of a workout is one each", workout(#","metadata":{"a":1,"b":[2,3]}"#), 3),
        Case("an event is type, start and end", workout(#","events":[{"type":1,"start_date":10}]"#), 4),
        Case(
            "an event of a new name is no more than one with a number",
            workout(#","events":[{"type":"HKWorkoutEventTypeNew","start_date":10,"end_date":20}]"#),
            4
        ),
        Case(
            "metadata of an event is one each",
            workout(#","events":[null,{"type":1,"start_date":10,"metadata":{"a":{"value":1,"unit":"m"},"b":null}}]"#),
            5
        ),
        Case(
            "an activity is id, start and end",
            workout(#","activities":[{"id":"\#(Line.id(2))","start_date":0}]"#),
            4
        ),
        Case(
            "type, events, statistics and metadata of an activity are as a workout's",
            workout(
                #","activities":[{"id":"\#(Line.id(2))","start_date":0,"end_date":50,"workout_activity_type":1,"#
                    + #""events":[{"type":1,"start_date":10}],"metadata":{"a":1},"#
                    + #""statistics":{"HKQuantityTypeIdentifierStepCount":{"sum":2,"unit":"count"}}}]"#
            ),
            10
        ),
        Case(
            "each number of statistics is one, and the unit is none",
            workout(
                #","statistics":{"HKQuantityTypeIdentifierHeartRate":{"average":90,"minimum":80,"maximum":100,"#
                    + #""most_recent":95,"unit":"count/min"},"#
                    + #""HKQuantityTypeIdentifierStepCount":{"sum":9,"average":null,"unit":"count"}}"#
            ),
            6
        ),
        Case(
            "statistics that stand in the metadata are one",
            workout(#","statistics":{"pace":{"sum":1,"average":2,"unit":"m"}}"#),
            2
        ),
        Case("each field of a point is one", route(#"{"timestamp":1,"latitude":2,"longitude":3}"#), 3),
        Case(
            "each field of each point is one, and null is none",
            route(
                #"null,{"timestamp":1,"latitude":2,"longitude":3,"altitude":4,"speed":0,"course":null},"#
                    + #"{"timestamp":2,"latitude":2,"longitude":3,"course":1,"horizontal_accuracy":1,"#
                    + #""vertical_accuracy":1}"#
            ),
            11
        ),
        Case("a route without points says nothing", route(""), 0),
    ]

    static let others = [
        Case("a category's value is one", #""type":"HKCategoryTypeIdentifierMindfulSession","value":0"#, 1),
        Case(
            "a category's value beyond a double is one",
            #""type":"HKCategoryTypeIdentifierMindfulSession","value":9007199254740993"#,
            1
        ),
        Case(
            "a category's name is one",
            #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":"HKCategoryValueSleepAnalysisAsleepREM""#,
            1
        ),
        Case(
            "each kind of motion is one, and the confidence",
            #""type":"CMMotionActivity","activities":["walking","cycling"],"confidence":2"#,
            3
        ),
        Case("a member of a correlation is id, type, start, end and value", food(water(2)), 5),
        Case("each member of a correlation counts", food(water(2) + ",null," + water(3)), 10),
        Case(
            "a member's metadata and source count, its version does not",
            food(water(2, #","version":7,"metadata":{"a":[1,2]},"source":{"name":"b"}"#)),
            7
        ),
        Case("a correlation without members says nothing", food(""), 0),
        Case("fields of other kinds are one each", mind(#""kind":1,"valence":-0.5,"note":"x","is_new":true"#), 4),
        Case("each element of a list is one, and the list is none", mind(#""labels":[1,"2",true]"#), 3),
        Case("an empty list is none", mind(#""labels":[]"#), 0),
        Case("each element of a list in a list is one", mind(#""labels":[[1,2],[3,[4]],[]]"#), 4),
        Case("each member of an object is one, and the object is none", mind(#""a":{"b":1,"c":{"d":"e"}}"#), 2),
        Case("null is none, in a list and in an object too", mind(#""a":{"b":null},"labels":[null,1],"c":null"#), 1),
        Case("the unit of a value is none", mind(#""value":{"value":1,"unit":"m"}"#), 1),
        Case("the unit of another field is one", mind(#""average_heart_rate":{"value":1,"unit":"m"}"#), 2),
        Case("a characteristic's number is one", #""type":"HKCharacteristicTypeIdentifierBiologicalSex","value":1"#, 1),
        Case(
            "a characteristic's name is one",
            #""type":"HKCharacteristicTypeIdentifierBiologicalSex","value":"female""#,
            1
        ),
        Case(
            "each voltage is one",
            #""type":"HKDataTypeIdentifierElectrocardiogram","classification":1,"voltages":[1,2,3.5]"#,
            4
        ),
        Case(
            "what is nested deep is one",
            mind(#""a":"# + String(repeating: "[", count: 50) + "1" + String(repeating: "]", count: 50)),
            1
        ),
    ]

    @Test(arguments: quantities + metadata + zones)
    func `a quantity states its value, what it combines, its origin, zone and metadata`(one: Case) throws {
        #expect(try Self.count(one.fields) == one.count)
    }

    @Test(arguments: workouts) func `a workout and a route state each of their numbers`(one: Case) throws {
        #expect(try Self.count(one.fields) == one.count)
    }

    @Test(arguments: others) func `every kind of sample states the values in its fields`(one: Case) throws {
        #expect(try Self.count(one.fields) == one.count)
    }

    /// Fields of two copies of one sample, the one that counts first.
    struct Copies: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let counts: String
        let yields: String
    }

    static let copies = [
        Copies(
            testDescription: "the greater version, though the other says more",
            counts: #""value":60,"version":2"#,
            yields: #""value":60,"version":1,"metadata":{"a":1,"b":2}"#
        ),
        Copies(
            testDescription: "the greater fraction of a version, though the other says more",
            counts: #""value":60,"metadata":{"HKMetadataKeySyncVersion":1.75}"#,
            yields: #""value":60,"metadata":{"HKMetadataKeySyncVersion":1.5,"b":2}"#
        ),
        Copies(
            testDescription: "the one that says more, though its value is greater",
            counts: #""value":61,"source":{"name":"z"}"#,
            yields: #""value":60"#
        ),
        Copies(
            testDescription: "the one that says more, though the other's metadata is longer",
            counts: #""value":60,"metadata":{"b":1,"c":2}"#,
            yields: #""value":60,"metadata":{"a":["a long list","of many","texts"]}"#
        ),
        Copies(
            testDescription: "the lesser value where both say as much",
            counts: #""value":60,"metadata":{"b":1}"#,
            yields: #""value":61,"source":{"name":"a"}"#
        ),
    ]

    @Test(arguments: copies)
    func `of two copies counts the greater version, then the one that says more, then the encoding`(
        one: Copies
    ) throws {
        var pool = Pool(zones: ZoneTable { _ in nil })
        let type = #""type":"HKQuantityTypeIdentifierHeartRate","unit":"count/min","#
        let first = try Self.read(type + one.counts, into: &pool)
        let second = try Self.read(type + one.yields, into: &pool)
        let (counts, yields) = (pool.replaces(first, second), pool.replaces(second, first))
        #expect(counts && !yields)
        let (replacesItself, otherReplacesItself) = (pool.replaces(first, first), pool.replaces(second, second))
        #expect(!replacesItself && !otherReplacesItself)
    }
}
