import ConsoleReading
import Observation
import Serving
import Testing
import Vocabulary
import Worker

/// Searching connections over the partitions of this process.
struct SearchTests {
    private func scene() throws -> ConsoleScene {
        let scene = try ConsoleScene(partitions: [0, 3, 5], of: 8)
        for (name, partition) in [("anna", 3), ("anna-2", 0), ("annA", 5), ("bert", 5), ("anna2", 3)]
            as [(String, Int32)]
        {
            let steps = Upload.steps(1, "2024-04-16T08:00:00Z", "2024-04-16T08:05:00Z", 100)
            let upload = Upload.of(name, at: "2024-04-16T12:00:00.25Z", 1, [steps])
            try scene.commit(upload, of: name, in: partition)
        }
        return scene
    }

    @Test func `ids come in byte order over all partitions, in pages`() throws {
        let scene = try scene()
        let all = scene.ask(query: [("prefix", "an")])
        #expect(
            all.text == """
                {"connections":[{"id":"annA","partition":5,"collected_at":"2024-04-16T12:00:00.250Z"},\
                {"id":"anna","partition":3,"collected_at":"2024-04-16T12:00:00.250Z"},\
                {"id":"anna-2","partition":0,"collected_at":"2024-04-16T12:00:00.250Z"},\
                {"id":"anna2","partition":3,"collected_at":"2024-04-16T12:00:00.250Z"}],"skipped":[]}
                """
        )
        var found: [String] = []
        var after: String?
        repeat {
            let page = scene.ask(query: [("limit", "2")] + (after.map { [("after", $0)] } ?? []))
            for index in 0..<2 { if let id = page["connections/\(index)/id"] { found.append(id) } }
            after = page["next"]
        } while after != nil
        #expect(found == ["annA", "anna", "anna-2", "anna2", "bert"])
        #expect(scene.ask(query: [("prefix", "c")])["connections"] == "[]")
    }

    @Test(arguments: ["0", "201", "-1", "+5", "1e2", "", "99999999999999999999"])
    func `a limit that is no number from 1 to 200 is refused by name`(limit: String) throws {
        let answer = try ConsoleScene().ask(query: [("limit", limit)])
        #expect(answer.status == 400 && answer.code == "badRequest")
        #expect(answer["error/message"]?.hasPrefix("limit ") == true)
    }

    @Test func `partitions that cannot be searched are named`() throws {
        let scene = try scene()
        scene.board.restores([1], lane: 0, atMilliseconds: 0)
        scene.board.leavesAlone(3, Reason(.stateUnreadable, "its state is damaged"), lane: 0)
        let answer = scene.ask(query: [("prefix", "anna")])
        #expect(answer["skipped"] == #"[{"partition":1,"state":"restoring"},{"partition":3,"state":"leftAlone"}]"#)
        #expect(answer["connections/0/id"] == "anna-2" && answer["connections/1/id"] == nil)
    }

    /// An id whose partition by murmur2 of 8 is this one.
    private func name(in partition: Int32) throws -> String {
        try #require((0..<200).map { "who-\($0)" }.first { MurmurPartition.of($0, count: 8) == partition })
    }

    @Test func `a whole id that is not here is with whoever has its partition`() throws {
        let scene = try scene()
        scene.owner = .init(partition: 6, instance: "pod-2", host: "/10.0.0.2")
        let name = try name(in: 6)
        let place = #"{"host":"/10.0.0.2","instance":"pod-2","partition":6}"#
        #expect(scene.ask(query: [("prefix", name)])["elsewhere"] == place)
        let answer = scene.ask(name)
        #expect(answer.status == 404 && answer.code == "unknownConnection" && answer["elsewhere"] == place)
        scene.owner = .init(partition: 6)
        #expect(scene.ask(name)["elsewhere"] == #"{"partition":6}"#)
        scene.owner = nil
        #expect(scene.ask(name)["elsewhere"] == nil)
        // Here, another one is not.
        let own = scene.ask(try self.name(in: 5))
        #expect(own.status == 404 && own["elsewhere"] == nil)
    }

    @Test func `a connection whose partition is not served is not unknown`() throws {
        let scene = try ConsoleScene(partitions: [0, 1], of: 8)
        scene.board.restores([1], lane: 0, atMilliseconds: 0)
        let restoring = scene.ask(try name(in: 1), "days")
        #expect(restoring.status == 503 && restoring.code == "restoring" && restoring["restored"] == "0.25")
        #expect(restoring.headers.contains(Page.Header("Retry-After", "1")))
        scene.board.leavesAlone(1, Reason(.stateUnreadable, "its state is damaged"), lane: 0)
        let left = scene.ask(try name(in: 1))
        #expect(left.status == 503 && left.code == "leftAlone" && left["reason"] == "its state is damaged")
        scene.board.gone([0, 1], lane: 0)
        #expect(scene.ask(try name(in: 1)).code == "starting")
    }
}
