import Health
import JSON
import Testing
import Vocabulary

@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ConnectionSettingsTests {
    private static func read(_ json: String, _ rules: Rules = Rules().withForms) throws -> ConnectionSettings {
        var parser = Parser()
        let zones = ZoneTable(read: ZoneFiles.read)
        return try ConnectionSettings(try parser.parse(Array(json.utf8)), rules: rules, zones: zones)
    }

    @Test(arguments: [
        "{}", #"{"app_id":"a","user_id":"ü","callback_url":"https://e.com","region":"EU","time_zone":"Asia/Calcutta"}"#,
        #"{"background_delivery":[],"closed":true}"#,
        #"{"background_delivery":["sleep","steps"],"allowed_types":["heart"]}"#,
        #"{"app_id":null,"closed":null,"background_delivery":null,"formats":null,"future":1}"#,
        #"{"formats":["type","pieces","type"],"allowed_types":[]}"#,
    ])
    func `settings come back from their bytes`(json: String) throws {
        let settings = try Self.read(json)
        #expect(ConnectionSettings(settings.packed) == settings)
        #expect(ConnectionSettings(settings.packed.dropLast()) == nil)
        #expect(ConnectionSettings([9] + settings.packed.dropFirst()) == nil)
    }

    @Test(arguments: [
        (#"{"app_id":1}"#, RefusalCode.decodingError), (#"{"closed":"yes"}"#, .decodingError),
        (#"{"callback_url":"http://e.com"}"#, .invalidValue), (#"{"region":"us"}"#, .invalidValue),
        (#"{"time_zone":"Mars"}"#, .invalidValue), (#"{"background_delivery":"sleep"}"#, .decodingError),
        (#"{"background_delivery":[1]}"#, .decodingError), (#"{"allowed_types":{}}"#, .decodingError),
        (#"{"formats":"type"}"#, .decodingError), (#"{"formats":[true]}"#, .decodingError),
        (#"{"formats":["type","Type"]}"#, .invalidValue),
    ])
    func `what is wrong is refused by name`(json: String, code: RefusalCode) {
        #expect { try Self.read(json) } throws: { ($0 as? Refusal)?.code == code }
    }

    @Test(arguments: Rules.Routing.allCases)
    func `an app that can become part of a topic's name must be fit for it`(routing: Rules.Routing) throws {
        var rules = Rules()
        rules.routing = routing
        #expect(throws: Refusal.self) { try Self.read(#"{"app_id":"a.b"}"#, rules) }
        #expect(try Self.read(#"{"app_id":"a_b"}"#, rules).appID != nil)
    }

    @Test func `absent lists mean everything, empty ones nothing`() throws {
        let steps = try Samples.type("StepCount")
        let open = try Self.read(#"{"callback_url":"https://e.com"}"#)
        #expect(open.allows(steps) && open.delivers(.sleep))
        let none = try Self.read(#"{"callback_url":"https://e.com","background_delivery":[],"allowed_types":[]}"#)
        #expect(!none.allows(steps) && !none.delivers(.sleep))
        let some = try Self.read(
            #"{"callback_url":"https://e.com","background_delivery":["sleep"],"allowed_types":["steps"]}"#
        )
        #expect(some.allows(steps) && some.delivers(.sleep) && !some.delivers(.steps))
        let named = try Self.read(#"{"allowed_types":["HKQuantityTypeIdentifierStepCount"]}"#)
        #expect(named.allows(steps))
        #expect(!named.allows(try Samples.type("HeartRate")) && !named.delivers(.steps))
    }

    @Test func `forms are named once each, in their order, and only those that there are`() throws {
        #expect(try Self.read(#"{"formats":["type",null,"pieces","type"]}"#).formats == ["pieces", "type"])
        for none in ["{}", #"{"formats":null}"#, #"{"formats":[]}"#] { #expect(try Self.read(none).formats.isEmpty) }
        #expect {
            try Self.read(#"{"formats":["type"]}"#, Rules())
        } throws: {
            ($0 as? Refusal)?.message == "`type` in `formats` is no form of documents that this version knows."
        }
    }

    @Test(arguments: [("documents", true), ("Documents", false), ("app", false)])
    func `a connection whose topic would be everybody's has no forms`(id: String, isRefused: Bool) throws {
        func refusal(_ more: String) -> Refusal? {
            var judge = SettingsJudge(zones: ZoneTable(read: ZoneFiles.read), forms: .tested)
            let json = Array(#"{"connection_id":"\#(id)"\#(more)}"#.utf8)
            do throws(Refusal) {
                _ = try unsafe judge.settings(json.span.bytes, allowsLoopback: false)
                return nil
            } catch {
                return error
            }
        }
        #expect((refusal(#","formats":["type"]"#)?.code == .invalidValue) == isRefused)
        #expect(refusal(#","formats":[]"#) == nil)
    }
}
