import Foundation
import Synchronization
import Testing
import Worker

/// A reader says nothing about what it has not read.
struct BudgetTests {
    private static let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vilnius")

    /// A clock that passes every deadline after some looks.
    private final class Clock: Sendable {
        private let left: Atomic<Int>

        init(looks: Int) { left = Atomic(looks) }

        func now() -> Int64 { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 ? 0 : 1_000_000 }
    }

    private func scene() throws -> ConsoleScene {
        let scene = try ConsoleScene()
        let samples = [
            Upload.steps(1, "2024-04-16T08:00:00Z", "2024-04-16T08:10:00Z", 100),
            Upload.sleep(2, "2024-04-16T20:00:00Z", "2024-04-17T03:00:00Z"),
        ]
        try scene.commit(Upload.of("anna", at: "2024-04-17T06:00:00Z", 901, samples), of: "anna")
        return scene
    }

    @Test(.enabled(if: hasZones)) func `an answer whose time runs out is busy, whatever it had not read yet`() throws {
        let scene = try scene()
        let days = [("from", "2024-04-16"), ("to", "2024-04-17")]
        let night = try #require(scene.live["anna"]?.keys.first { $0.hasPrefix("sleep/") })
        let questions: [(path: [String], query: [(String, String)])] = [
            ([], []), (["days"], days), (["documents"], days), (["documents", "steps/2024-04-16"], []),
            (["documents", night], []), (["explain", "steps/2024-04-16"], []),
        ]
        for (path, query) in questions {
            var busy = 0
            var status: UInt32 = 503
            for looks in 1..<1_000 where status == 503 {
                let clock = Clock(looks: looks)
                let answer: Answer =
                    switch path.count {
                    case 0: scene.ask("anna", query: query) { clock.now() }
                    case 1: scene.ask("anna", path[0], query: query) { clock.now() }
                    default: scene.ask("anna", path[0], path[1], query: query) { clock.now() }
                    }
                status = answer.status
                if status == 503 {
                    #expect(answer.code == "busy")
                    busy += 1
                }
            }
            #expect(busy > 0 && status == 200, "\(path)")
        }
    }

    @Test func `a connection with more documents than a reader has memory for is busy, and others are not`() throws {
        let scene = try scene()
        let steps = Upload.steps(1, "2024-04-16T08:00:00Z", "2024-04-16T08:10:00Z", 100)
        try scene.commit(Upload.of("bert", at: "2024-04-17T06:00:00Z", 902, [steps]), of: "bert")
        try scene.publish(20_000, of: "bert")
        let days = [("from", "2024-04-16"), ("to", "2024-06-16")]
        #expect(scene.ask("bert")["documents"] == #"{"activitiesSummary":1,"steps":1,"workouts":20000}"#)
        #expect(scene.ask("bert", "days", query: days).status == 200)
        try scene.publish(400_000, of: "bert")
        for answer in [
            scene.ask("bert"), scene.ask("bert", "days", query: days), scene.ask("bert", "documents", query: days),
        ] {
            #expect(answer.status == 503 && answer.code == "busy")
            #expect(answer["error/message"]?.contains("32 MiB: ask for less") == true)
        }
        #expect(scene.ask("anna").status == 200 && scene.ask()["connections/1/id"] == "bert")
    }

    @Test(.enabled(if: hasZones)) func `days with too many documents for one answer are busy`() throws {
        let scene = try scene()
        // Enough to be listed, but not with their ids.
        try scene.publish(200_000, of: "anna")
        let days = [("from", "2024-04-16"), ("to", "2024-04-17")]
        #expect(scene.ask("anna").status == 200)
        #expect(scene.ask("anna", "days", query: days).code == "busy")
        #expect(scene.ask("anna", "days", query: [("from", "2023-04-16"), ("to", "2023-04-17")])["days"] == "[]")
    }

    @Test func `a partition whose restore begins before the snapshot is not read`() throws {
        let scene = try scene()
        let board = scene.board
        #expect(scene.ask("anna").status == 200)
        let answer = scene.ask("anna") {
            board.restores([0], lane: 0, atMilliseconds: 0)
            return 0
        }
        #expect(answer.status == 503 && answer.code == "busy")
        #expect(scene.ask("anna").code == "restoring")
    }

    @Test func `a store that is no longer used can be closed`() throws {
        let scene = try scene()
        scene.board.closed()
        #expect(scene.board.snapshot.database == nil)
        #expect(scene.ask("anna").code == "starting")
    }
}
