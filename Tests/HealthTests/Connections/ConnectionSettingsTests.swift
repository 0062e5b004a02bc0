import Health
import JSON
import Testing
import Vocabulary

@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ConnectionSettingsTests {
    private static func read(_ json: String, _ rules: Rules = Rules()) throws -> ConnectionSettings {
        var parser = Parser()
        let zones = ZoneTable(read: ZoneFiles.read)
        return try ConnectionSettings(try parser.parse(Array(json.utf8)), rules: rules, zones: zones)
    }

    @Test(arguments: [
        "{}", #"{"app_id":"a","user_id":"ü","callback_url":"https://e.com","region":"EU","time_zone":"Asia/Calcutta"}"#,
        #"{"background_delivery":[],"closed":true}"#,
        #"{"background_delivery":["sleep","steps"],"allowed_types":["heart"]}"#,
        #"{"app_id":null,"closed":null,"background_delivery":null,"future":1}"#,
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
}
