import Health
import Testing
import Worker

/// What topics must be like.
struct TopicDemandsTests {
    private static func faults(
        _ name: String,
        _ settings: [String: String],
        partitions: Int32 = 3,
        routing: Rules.Routing = .connection
    ) -> [String] {
        var rules = Rules()
        rules.routing = routing
        let found = TopicDemands.Found(name, partitions: partitions, settings: settings)
        return TopicDemands(rules).faults([found], partitions: 3)
    }

    @Test(arguments: ["fork.state", "fork.connections"])
    func `a topic that must keep everything may only be compacted`(name: String) {
        for policy in ["delete", "compact,delete", "delete,compact"] {
            let faults = Self.faults(name, ["cleanup.policy": policy])
            #expect(faults.count == 1 && faults[0].contains(name) && faults[0].contains("cleanup.policy=\(policy)"))
        }
        #expect(Self.faults(name, ["cleanup.policy": "compact"]).isEmpty)
        #expect(Self.faults("fork.uploads", ["cleanup.policy": "delete"]).isEmpty)
    }

    @Test(arguments: [(Rules.Routing.single, "fork.documents"), (.app, "fork.app.demo")])
    func `shared topics of documents have the uploads' partitions and are compacted`(
        routing: Rules.Routing,
        name: String
    ) {
        let compact = ["cleanup.policy": "compact"]
        for partitions: Int32 in [2, 4] {
            let other = Self.faults(name, compact, partitions: partitions, routing: routing)
            #expect(other.count == 1 && other[0].contains("\(partitions) partition(s)") && other[0].contains("has 3"))
        }
        #expect(Self.faults(name, ["cleanup.policy": "delete"], routing: routing).count == 1)
        #expect(Self.faults(name, compact, routing: routing).isEmpty)
        // Without that routing it is somebody else's.
        #expect(Self.faults(name, [:], partitions: 2).isEmpty)
        let needed = RecordBounds(Rules()).document
        let short = ["cleanup.policy": "compact", "max.message.bytes": "\(needed - 1)"]
        let faults = Self.faults(name, short, routing: routing)
        #expect(faults.count == 1 && faults[0].contains("\(needed) or more"))
        #expect(Self.faults(name, short).isEmpty)
    }

    @Test(arguments: [
        (Rules.Routing.single, "fork.documents-of-mine"), (.single, "fork.app.demo"), (.app, "fork.apple"),
        (.app, "fork.documents"), (.single, "documents"), (.app, "app.demo"),
    ])
    func `a topic that is only named alike is somebody else's`(routing: Rules.Routing, name: String) {
        #expect(Self.faults(name, ["cleanup.policy": "delete"], partitions: 2, routing: routing).isEmpty)
    }

    @Test(arguments: [
        ("fork.state", RecordBounds(Rules()).state), ("fork.webhook-dispatch", RecordBounds(Rules()).job),
    ])
    func `a topic that does not take the longest record is named with both figures`(name: String, needed: Int) {
        let faults = Self.faults(name, ["max.message.bytes": "\(needed - 1)"])
        #expect(faults.count == 1 && faults[0].contains("\(needed - 1)") && faults[0].contains("\(needed) or more"))
        #expect(Self.faults(name, ["max.message.bytes": "\(needed)"]).isEmpty)
    }
}
