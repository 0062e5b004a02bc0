import Clients
import Foundation
import Kafka
import Operations
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// `replay`: the same uploads again, into other topics.
    @Suite struct Replays {
        @Test(.timeLimit(.minutes(20)))
        func `processes that share a replay, die and come back make what transform makes, and count it once`()
            async throws
        {
            let uploads = RunUpload.made(800, connections: 8, seed: 21)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 8)
                try topics.upload(uploads[..<600])
                let processes = [0, 1].map { topics.replay($0, ["--rate", "60", "--jobs"]) }
                for process in processes { try process.start() }
                // What comes after the first start is not part of it.
                #expect(processes[0].says("ready") && processes[1].says("ready"))
                try topics.upload(uploads[600...])
                for _ in 0..<2 {
                    usleep(700_000)
                    processes[0].kill()
                    try processes[0].start()
                }
                // Wherever it is by then.
                usleep(500_000)
                let stopped = processes[1].stop()
                let replays = try topics.replays()
                try processes[1].start()
                let statuses = processes.map { $0.status() }
                let lasts = processes.map(\.lastLine)
                let written = try topics.read(topics.replayed.prefix).count
                try processes[1].start()
                let again = processes[1].status()
                #expect(try topics.read(topics.replayed.prefix).count == written)
                return (
                    result: try RunResult(
                        topics.replayed,
                        Array(uploads[..<600]),
                        isRead: true,
                        statuses: statuses + [stopped, again]
                    ), lasts: lasts + [processes[1].lastLine],
                    records: try topics.read(topics.replayed.prefix + "connection."),
                    jobs: try topics.read(topics.replayed.names.jobs).count, replays: replays,
                    into: topics.replayed.prefix
                )
            }
            run.result.check("replayed")
            #expect(Set(run.lasts).count == 1 && run.lasts[0].hasPrefix(#"{"replay":{"into":"\#(run.into)","#))
            let figures = try #require(ReplayFigures(Array(run.lasts[0].utf8)))
            #expect(figures.accounting.uploads == 600 && figures.accounting.isBalanced)
            #expect(figures.documents == run.records.count { $0.value != nil })
            #expect(figures.tombstones == run.records.count { $0.value == nil })
            #expect(figures.jobs == run.jobs)
            #expect(figures.seconds > 1)
            let expected = try lastError(of: ["transform"], input: uploads[..<600].map(\.body))
            let found = run.lasts[0].firstRange(of: #""accounting""#).map { "{" + run.lasts[0][$0.lowerBound...] }
            #expect(found == expected)
            #expect(run.replays.processes.values.sorted { !$0 && $1 } == [false, true])
        }

        @Test(.timeLimit(.minutes(20)))
        func `what is not the same replay, or could touch other topics, is refused and says why`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let nothing = topics.replay(0)
                try nothing.start()
                let missing = nothing.status()
                try topics.create(partitions: 1)
                let first = topics.replay(1)
                try first.start()
                #expect(first.status() == 0)
                let into = topics.replayed.prefix
                let strange = "x" + into
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(strange + "state", partitions: 1)],
                    timeoutMilliseconds: 60_000
                )
                let endings = try [
                    ["--into", into, "--sleep-threshold", "10min", "--connection", "conn-1"],
                    ["--into", into + "more."], ["--into", strange], ["--into", topics.prefix + "more."],
                ].map { arguments in
                    let directory = topics.directory.appending(path: "d\(arguments[1])").path
                    return try topics.command(["replay", "--state-directory", directory] + arguments).ending()
                }
                let takeovers = [
                    ["--input-prefix", topics.prefix, "--group-id", "other"],
                    ["--input-prefix", "nowhere.", "--group-id", "\(topics.group).replay.\(into.dropLast())"],
                    ["--input-prefix", "nowhere.", "--topic-prefix", strange, "--create-topics"],
                ].enumerated().map { number, arguments in
                    let directory = topics.directory.appending(path: "o\(number)")
                    return RunProcess(topics.servers, directory: directory, ["--topic-prefix", into] + arguments)
                }
                for takeover in takeovers { try takeover.start() }
                let statuses = takeovers.map { $0.status() }
                let reasons = takeovers.map(\.reasons)
                let isLive = try topics.replays().isLive
                return (
                    missing: missing, said: nothing.reasons, endings: endings, statuses: statuses, reasons: reasons,
                    isLive: isLive, group: topics.group
                )
            }
            #expect(run.missing == 1 && run.said.contains("uploads"))
            #expect(run.statuses == [64, 64, 1] && !run.isLive)
            #expect(run.reasons[0].hasPrefix("replay_refused: "))
            #expect(run.reasons[0].contains("take it over with --group-id \(run.group).replay."))
            #expect(run.reasons[1].contains("take it over with --input-prefix"))
            #expect(run.reasons[2].contains("nowhere.uploads and nowhere.connections are missing"))
            #expect(run.endings.map(\.status) == [64, 64, 64, 64])
            let words = [
                ["--sleep-threshold was 1h, and is 10min", "--connection was not given, and is conn-1"],
                ["overlap"], ["state already"], ["never writes a live topic"],
            ]
            for (ending, words) in zip(run.endings, words) {
                for word in words { #expect(ending.errors.contains(word), "\(ending.errors)") }
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a part of the connections and of the time is replayed, without jobs`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 3)
                for day in 10...15 {
                    let uploads = (0..<3).map { topics.steps(day, day: day, connection: "conn-\($0)") }
                    try topics.produce(
                        uploads.map { ($0.connection, $0.body) },
                        to: topics.names.uploads,
                        atMilliseconds: 1_714_521_600_000 + Int64(day) * 86_400_000
                    )
                }
                // The tenth day is 2024-05-11.
                let part = topics.replay(
                    0,
                    [
                        "--from", "2024-05-12", "--until", "2024-05-15T00:00:00Z", "--connection", "conn-0",
                        "--connection", "conn-2",
                    ]
                )
                try part.start()
                let status = part.status()
                return (
                    status: status, last: part.lastLine, jobs: try topics.read(topics.replayed.names.jobs).count,
                    keys: try topics.read(topics.replayed.prefix + "connection.").map {
                        "\($0.topic.suffix(6)) \($0.key)"
                    }
                )
            }
            #expect(run.status == 0 && run.jobs == 0)
            let days = (11...13).flatMap { ["conn-0 steps/2024-04-\($0)", "conn-2 steps/2024-04-\($0)"] }
            #expect(Set(run.keys.filter { $0.contains("steps/") }) == Set(days))
            #expect(ReplayFigures(Array(run.last.utf8))?.accounting.uploads == 6)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a worker goes on live where a replay ended, under load, and nothing is lost or doubled`() async throws {
            let uploads = RunUpload.made(900, connections: 10, seed: 34)
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                try topics.configure(connections: 10)
                let live = topics.worker(0)
                try live.start()
                try topics.upload(uploads[..<300])
                let replay = topics.replay(1, ["--follow"])
                try replay.start()
                #expect(replay.says("caught_up"))
                try topics.upload(uploads[300..<500])
                let switched = RunProcess(
                    topics.servers,
                    directory: topics.directory.appending(path: "switched"),
                    [
                        "--input-prefix", topics.prefix, "--topic-prefix", topics.replayed.prefix, "--group-id",
                        "\(topics.group).replay.\(topics.replayed.prefix.dropLast())",
                    ]
                )
                try switched.start()
                #expect(switched.says("waiting_for_replay"))
                try topics.upload(uploads[500..<700])
                let stopped = replay.stop()
                #expect(switched.says("ready"), "\(switched.lines.suffix(5))")
                try topics.upload(uploads[700...])
                let isRead = try topics.waitUntilRead()
                let isSwitched = try topics.waitUntilRead(by: switched.group)
                let statuses = [stopped, live.stop(), switched.stop()]
                try replay.start()
                let refused = replay.status()
                let own = try RunResult(topics, uploads, isRead: isRead, statuses: statuses)
                let other = try RunResult(topics.replayed, uploads, isRead: isSwitched, statuses: statuses)
                return (live: own, other: other, refused: refused, said: replay.reasons, state: try topics.replays())
            }
            run.live.check("live")
            run.other.check("switched")
            #expect(Set(run.live.jobs.map(\.id)).isDisjoint(with: run.other.jobs.map(\.id)))
            #expect(run.refused == 64 && run.said.contains("is live"))
            #expect(run.state.isLive)
        }
    }
}

extension RunProcess {
    /// The last line of its log, as it stands.
    fileprivate var lastLine: String {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").last.map(String.init) ?? ""
    }

    fileprivate var group: String {
        arguments.firstIndex(of: "--group-id").map { arguments[$0 + 1] } ?? ""
    }
}

extension RunTopics {
    /// What is known of the replay of these topics.
    fileprivate func replays() throws -> ReplayRecord {
        var record = ReplayRecord()
        for entry in try read(ReplayRecord.topic(replayed.prefix)) {
            record.take(key: Array(entry.key.utf8), value: entry.value.map { Array($0.utf8) })
        }
        return record
    }
}

/// The last line on standard error of a command that reads these lines.
private func lastError(of arguments: [String], input: [String]) throws -> String {
    try CommandProcess(arguments, input: input.joined(separator: "\n")).ending().lastError
}
