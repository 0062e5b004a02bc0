import Health
import Store
import Testing
import Vocabulary

/// A person who is forgotten: nothing is left, what was uploaded before leaves no trace, and what comes is refused.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ForgetContractTests {
    /// 2024-01-06T12:00:00Z.
    private static let noon: Int64 = 1_704_542_400_000
    private static let callback = #""callback_url":"https://a.example/h","background_delivery":["steps","sleep"]"#

    private static func steps(_ number: Int, _ hour: Int = 10) -> String {
        let samples = [Line.steps(number, "2024-01-06T\(hour):00Z", "2024-01-06T\(hour):10Z", 5)]
        return Line.upload("2024-01-06T12:00:00Z", samples)
    }

    private static let everything = [
        Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5),
        Line.sample(
            2,
            "HKQuantityTypeIdentifierHeartRate",
            "2024-01-06T10:00Z",
            "2024-01-06T10:00Z",
            #""value":60,"unit":"count/min""#
        ),
        Line.sleep(3, "2024-01-06T01:00Z", "2024-01-06T02:00Z", 3, source: "w"),
        Line.workout(4, "2024-01-06T08:00:00Z", "2024-01-06T08:30:00Z", version: 1),
        Line.sample(
            5,
            "HKQuantityTypeIdentifierBodyMass",
            "2024-01-06T07:00Z",
            "2024-01-06T07:00Z",
            #""value":80,"unit":"kg""#
        ),
        Line.sample(
            6,
            "HKCharacteristicTypeIdentifierBloodType",
            "2024-01-06T07:00Z",
            "2024-01-06T07:00Z",
            #""value":"aPositive""#
        ),
    ]

    private static func journey() -> Journey {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c",\#(callback)}"#, at: noon - 10)
        journey.commit(Line.upload("2024-01-06T12:00:00Z", everything), at: noon - 5)
        return journey
    }

    @Test func `a forgotten connection has no documents and no state, and its jobs say so`() throws {
        var journey = Self.journey()
        #expect(journey.refusals == [])
        #expect(
            journey.documents.keys.filter { !$0.hasPrefix("sleep/") }.sorted() == [
                "activitiesSummary/2024-01-06", "body/2024-01-06", "characteristic", "heart/2024-01-06T10Z",
                "steps/2024-01-06", "workouts/\(Line.id(4))",
            ]
        )
        let before = journey.jobs.count
        journey.settings(#"{"connection_id":"c","forget":true,\#(Self.callback)}"#, at: Self.noon)
        #expect(journey.documents.isEmpty)
        #expect(journey.stateOfConnections.isEmpty)
        let jobs = journey.jobs.dropFirst(before)
        #expect(jobs.map(\.type).sorted() == ["sleep", "steps"])
        #expect(jobs.allSatisfy { $0.uploads.isEmpty && $0.documents.allSatisfy { $0.op == "delete" } })
    }

    @Test(arguments: [(Int64(-1), true), (0, true), (1, false)])
    func `uploads that are not newer leave a count only, newer ones a letter without their value`(
        age: Int64,
        isForgotten: Bool
    ) throws {
        for upload in [Self.steps(1), #"{"connection_id":"c","collected_at":17}"#] {
            var journey = Self.journey()
            journey.settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon)
            let before = (records: journey.records.count, account: journey.accounting)
            journey.commit(upload, at: Self.noon + age)
            #expect(journey.accounting.uploads == before.account.uploads + 1)
            #expect(journey.accounting.uploadsForgotten == (isForgotten ? 1 : 0))
            #expect(journey.accounting.isBalanced && journey.documents.isEmpty && journey.stateOfConnections.isEmpty)
            #expect(journey.records.count == before.records + (isForgotten ? 0 : 1))
            if isForgotten {
                #expect(journey.accounting.samplesIn == before.account.samplesIn)
                continue
            }
            let letter = try #require(journey.records.last)
            #expect(letter.deadLetter != nil && letter.value == nil)
            #expect(
                letter.headers.contains {
                    $0.name == "fork-value-omitted" && $0.value == Array("\(upload.utf8.count)".utf8)
                }
            )
        }
    }

    @Test func `an upload that is newer is refused as of a closed connection`() {
        var journey = Self.journey()
        journey.settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon)
        journey.commit(Self.steps(1), at: Self.noon + 1)
        #expect(journey.refusals == ["connectionIsClosed"])
    }

    @Test(arguments: ["", #","forget":null"#, #","forget":false"#])
    func `settings that do not forget open the connection again`(field: String) {
        var journey = Self.journey()
        journey.settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon)
        journey.settings(#"{"connection_id":"c"\#(field)}"#, at: Self.noon + 10)
        journey.commit(Self.steps(7), at: Self.noon + 11)
        #expect(Array(journey.documents.keys).sorted() == ["activitiesSummary/2024-01-06", "steps/2024-01-06"])
        // And then nothing is forgotten any more.
        journey.commit(Self.steps(8, 11), at: Self.noon - 1)
        #expect(
            journey.accounting.uploadsForgotten == 0 && journey.documents["steps/2024-01-06"]?.contains("10") == true
        )
    }

    @Test(arguments: [true, false])
    func `settings without a value do not open a forgotten connection`(inOneCommit: Bool) {
        var journey = Self.journey()
        let before = journey.accounting
        if inOneCommit {
            journey.commit([
                .settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon),
                .settings(nil, at: Self.noon + 10),
            ])
        } else {
            journey.settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon)
            journey.settings(nil, at: Self.noon + 10)
            journey.settings(nil, at: Self.noon + 11)
        }
        journey.commit(Self.steps(7), at: Self.noon)
        #expect(journey.accounting.uploadsForgotten == before.uploadsForgotten + 1)
        journey.commit(Self.steps(8), at: Self.noon + 12)
        #expect(journey.refusals == ["connectionIsClosed"])
        #expect(journey.documents.isEmpty && journey.stateOfConnections.isEmpty)
        journey.settings(#"{"connection_id":"c"}"#, at: Self.noon + 13)
        journey.commit(Self.steps(9), at: Self.noon + 14)
        #expect(!journey.documents.isEmpty)
    }

    @Test func `settings with an instant open it, and what is not newer stays forgotten`() {
        var journey = Self.journey()
        journey.settings(#"{"connection_id":"c","forget":true}"#, at: Self.noon)
        let opened = #"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#
        journey.settings(opened, at: Self.noon + 10)
        journey.commit(Self.steps(7), at: Self.noon)
        #expect(journey.documents.isEmpty && journey.accounting.uploadsForgotten == 1)
        journey.commit(Self.steps(8), at: Self.noon + 1)
        #expect(journey.documents["steps/2024-01-06"] != nil)
        // The same again, and without it in between, takes nothing away.
        journey.settings(opened, at: Self.noon + 20)
        journey.settings(#"{"connection_id":"c"}"#, at: Self.noon + 21)
        journey.settings(opened, at: Self.noon + 22)
        #expect(journey.documents["steps/2024-01-06"] != nil && journey.refusals == [])
    }

    @Test func `an instant that comes where nobody has forgotten yet forgets what is older`() {
        var journey = Self.journey()
        journey.settings(#"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: Self.noon + 10)
        #expect(journey.documents.isEmpty)
        journey.commit(Self.steps(8), at: Self.noon + 11)
        #expect(journey.documents["steps/2024-01-06"] != nil)
    }

    @Test func `all of it in one commit is as in several`() {
        var journey = Self.journey()
        journey.commit([
            .uploads(Self.steps(20, 11), at: Self.noon - 1),
            .settings(#"{"connection_id":"c","forget":true,\#(Self.callback)}"#, at: Self.noon),
            .uploads(Self.steps(21, 11), at: Self.noon), .uploads(Self.steps(22, 11), at: Self.noon + 1),
            .settings(#"{"connection_id":"c","forget":"2024-01-06T12:00:00Z",\#(Self.callback)}"#, at: Self.noon + 2),
            .uploads(Self.steps(23, 11), at: Self.noon + 3),
        ])
        #expect(journey.refusals == ["connectionIsClosed"] && journey.accounting.uploadsForgotten == 1)
        #expect(Array(journey.documents.keys).sorted() == ["activitiesSummary/2024-01-06", "steps/2024-01-06"])
        let before = journey.documents
        journey.commit(Self.steps(23, 11), at: Self.noon + 4)
        #expect(journey.documents == before && journey.accounting.duplicates == 1)
    }

    @Test func `what is forgotten weighs in the batch, so that many can't make a commit of any size`() {
        var loop = CommitLoop()
        loop.add(line: Array(Line.upload("2024-01-06T12:00:00Z", Self.everything).utf8))
        loop.commit()
        let settings = #"{"connection_id":"c","forget":true}"#
        loop.add(line: Array(settings.utf8), to: .connections)
        let weight = loop.batch?.weightBytes ?? 0
        let outcome = loop.commit()
        let held = outcome.records.count * 1_024 + outcome.changes.count * 200
        #expect(!outcome.records.isEmpty && weight > held)
    }

    @Test func `a line of a file that forgets forgets every line`() {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","forget":true}"#)
        journey.commit(Self.steps(1))
        #expect(journey.records.isEmpty && journey.accounting.uploadsForgotten == 1)
    }

    @Test(arguments: ["[]", "{}", #""yesterday""#])
    func `what forget can't be is refused`(value: String) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","forget":\#(value)}"#, at: Self.noon)
        #expect(journey.refusals == ["decodingError"])
    }
}
