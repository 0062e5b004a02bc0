import Options
import Testing

/// What a replay is told, and what of it must be the same whenever it is started.
struct ReplayOptionsTests {
    private static func replay(_ line: String) throws -> Options {
        try #require(parse("replay --bootstrap-servers a --into shadow. \(line)").replay)
    }

    @Test func `its group is the live one's and its prefix's, without the dot`() throws {
        #expect(try Self.replay("").replayGroup == "fork-worker.replay.shadow")
        #expect(try Self.replay("--group-id g --lanes 3").replayGroup == "g.replay.shadow")
        #expect(try Self.replay("--lanes 3").process.lanes == 3)
    }

    @Test func `it has a state directory of its own, unless one is given`() throws {
        #expect(try Self.replay("").process.stateDirectory == "state-shadow")
        #expect(try Self.replay("--state-directory x").process.stateDirectory == "x")
        #expect(try #require(parse("run --bootstrap-servers a").run).process.stateDirectory == "state")
    }

    @Test func `values are the same however they are written`() throws {
        let one = "--sleep-threshold 60min --document-max-bytes 1MiB --from 2024-04-16 --connection b --connection a"
        let other =
            "--sleep-threshold 3600s --document-max-bytes 1048576 --from 2024-04-16T02:00:00+02:00 --connection a "
            + "--connection b --connection a --input-prefix fork."
        #expect(try Self.replay(one).askedOfReplay == Self.replay(other).askedOfReplay)
        let asked = try Self.replay(one).askedOfReplay
        #expect(asked["sleep-threshold"] == "1h" && asked["state-retention"] == "400d" && asked["connection"] == "a,b")
    }

    @Test(arguments: [
        "--sleep-threshold 10min", "--source-priority iPhone", "--document-max-bytes 2000", "--upload-max-bytes 1MiB",
        "--state-retention 10d", "--output-topics single", "--known-connections-only", "--allow-loopback-callbacks",
        "--from 2024-04-16", "--until 2024-04-16", "--connection a", "--jobs", "--group-id g", "--topic-prefix x.",
        "--input-prefix x.",
    ])
    func `another value of what shapes it is another replay`(given: String) throws {
        #expect(try Self.replay(given).askedOfReplay != Self.replay("").askedOfReplay)
    }

    @Test(arguments: ["--lanes 4", "--rate 10", "--follow", "--memory-limit 1GiB", "--state-directory x"])
    func `how it works is free at each start`(given: String) throws {
        #expect(try Self.replay(given).askedOfReplay == Self.replay("").askedOfReplay)
    }

    @Test(arguments: [
        ("", "--into: must be given: the prefix of the topics to write"),
        ("--into shadow", "must end with a dot"), ("--into .", "2 to 38"), ("--into a/.", "may have only letters"),
        ("--into fork.", "never writes a live topic"), ("--into fork.x.", "never writes a live topic"),
        ("--into in.x. --input-prefix in.", "never writes a live topic"),
        ("--into shadow. --from 2024-02-02 --until 2024-02-01", "--from: must not be later than --until"),
    ])
    func `what can be no replay is wrong usage`(given: String, words: String) {
        let complaint = parse("replay --bootstrap-servers a \(given)").complaint.joined()
        #expect(complaint.contains(words), "\(complaint)")
    }

    @Test func `list and drop are told where the brokers are, and which replay is meant`() throws {
        let list = try #require(parse("replay list --bootstrap-servers a --json").replays)
        #expect(list.replays.action == .list && list.isJSON && list.cluster.bootstrapServers == "a")
        let drop = try #require(parse("replay drop shadow. --bootstrap-servers a --yes").replays)
        #expect(drop.replays.action == .drop(prefix: "shadow.") && drop.isAgreed)
    }

    @Test(arguments: [
        ("list shadow.", "PREFIX"), ("drop", "PREFIX"), ("drop shadow", "PREFIX"), ("show", "ACTION"),
        ("list --into shadow.", "--into"), ("drop shadow. --connection a", "--connection"), ("list --yes", "--yes"),
        ("drop shadow. --json", "--json"), ("--into shadow. --yes", "--yes"), ("--into shadow. --json", "--json"),
    ])
    func `what is about something else is wrong`(line: String, place: String) {
        let complaint = parse("replay --bootstrap-servers a \(line)").complaint
        #expect(complaint.first?.hasPrefix("fork-worker replay: \(place)") == true, "\(complaint)")
    }
}
