import Foundation
import Health
import Store
import Testing
import Vocabulary

/// What the state knows of a partition as a whole names nobody who is forgotten, and its commits have numbers of their own.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ForgetRuleTests {
    private static let byApp = PartitionJourney.rules { $0.routing = .app }
    private static let single = PartitionJourney.rules { $0.routing = .single }
    private static let forget = #","forget":true"#

    private static func steps(_ number: Int, in zone: String? = nil) -> String {
        let more = zone.map { #","metadata":{"HKTimeZone":"\#($0)"}"# } ?? ""
        return Line.sample(
            number,
            "HKQuantityTypeIdentifierStepCount",
            "2024-01-05T20:00Z",
            "2024-01-05T20:10Z",
            #""value":5,"unit":"count"\#(more)"#
        )
    }

    /// The connections that the state names in its keys, and in the values of the partition as a whole.
    private static func named(_ journey: borrowing PartitionJourney) -> Set<String> {
        var names: Set<String> = []
        var last: ConnectionID?
        while let connection = journey.loop.state.firstConnection(after: last) {
            names.insert(connection.string)
            last = connection
        }
        let all = StateKey(head: 0, high: 0, low: 0)...StateKey(head: .max, high: .max, low: .max)
        journey.loop.state.scan(all, of: .ofPartition) { stateKey, value in
            let bytes = unsafe value.withUnsafeBytes { unsafe Array($0) }
            for name in ["anna", "bert", "carl"] {
                guard let connection = ConnectionID(Array(name.utf8)) else { continue }
                if stateKey.names(connection, in: bytes) { names.insert(name) }
            }
        }
        return names
    }

    @Test(arguments: [true, false])
    func `a connection that waits to be derived again does so no more when it is forgotten`(inOneCommit: Bool) {
        var journey = PartitionJourney(Self.byApp)
        for connection in ["anna", "bert"] {
            journey.settings(#","app_id":"one""#, of: connection)
            journey.upload([Self.steps(1)], of: connection)
            if !inOneCommit { journey.settings(#","app_id":"two""#, of: connection) }
        }
        if inOneCommit {
            journey.settings([#","app_id":"two""#, Self.forget], of: "anna")
        } else {
            #expect(Self.named(journey) == ["anna", "bert"])
            journey.settings(Self.forget, of: "anna")
        }
        #expect(Self.named(journey) == ["bert"])
        _ = journey.rederiveAll()
        #expect(!journey.live.keys.contains { $0.contains("anna") })
        #expect(journey.live.keys.contains { $0.contains("bert") })
    }

    @Test(arguments: [false, true])
    func `how far a re-derivation has come does not name who is forgotten`(isGone: Bool) {
        var journey = PartitionJourney()
        // Of one that has settings only, null settings leave nothing: its name stands in the position alone.
        journey.settings(of: "anna")
        if !isGone { journey.upload([Self.steps(1)], of: "anna") }
        for connection in ["bert", "carl"] { journey.upload([Self.steps(1)], of: connection) }
        journey.change(Self.single)
        _ = journey.rederive(isGone ? 256 : 257)
        #expect(journey.summary?.position?.connection?.string == "anna")
        if isGone { journey.settings([nil], of: "anna") }
        journey.settings(Self.forget, of: "anna")
        #expect(Self.named(journey) == ["bert", "carl"])
        _ = journey.rederiveAll()
        #expect(journey.standing == .current)
        #expect(journey.live.count == 4 && journey.liveTopics == ["fork.documents"])
    }

    @Test func `commits that derive only waiting connections again have numbers of their own in the ids of jobs`() {
        var journey = PartitionJourney(Self.byApp)
        let callback = #","callback_url":"https://e.com/hook""#
        journey.settings(#","app_id":"a0"\#(callback)"#)
        journey.upload([Self.steps(1, in: "Europe/Berlin")])
        var ids: [String] = []
        for number in 1...3 {
            // What documents of the next change come to differs, as by zone files of another version.
            journey.change(Self.byApp, zone: number.isMultiple(of: 2) ? nil : "Asia/Tokyo")
            journey.settings(#","app_id":"a\#(number)"\#(callback)"#)
            #expect(journey.summary?.position == nil)
            let jobs = journey.rederiveAll(.max).jobs
            #expect(!jobs.isEmpty)
            ids += jobs.compactMap { $0.text.firstMatch(of: /"id":"([0-9A-F-]{36})"/).map { String($0.1) } }
        }
        #expect(Set(ids).count == ids.count && ids.count >= 3, "\(ids)")
        let wanted = (1...3).map { UUID128.v5(name: Array("job/rules/2/\($0)/c/steps/1".utf8)).description }
        #expect(ids.filter(wanted.contains) == wanted)
    }
}

extension PartitionJourney {
    /// Commits settings of a connection together; `fields` follow its id, nil is a record without a value.
    fileprivate mutating func settings(_ fields: [String?], of connection: String) {
        commitSettings(fields.map { $0.map { #"{"connection_id":"\#(connection)"\#($0)}"# } }, of: connection)
    }
}
