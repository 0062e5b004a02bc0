import Kafka
import Testing
import Vocabulary
import Worker

/// What the library is told, and what nobody may tell it.
struct ClientPropertiesTests {
    private static func clients(_ properties: (name: String, value: String)...) -> ClientProperties {
        var options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        options.properties = properties
        return ClientProperties(options, lane: 0)
    }

    @Test func `a producer sends the longest record of any topic, however little the topic of dead letters takes`() {
        var rules = Rules()
        rules.documentMaxBytes = 5_000_000
        let options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: rules)
        let most = ClientProperties(options, lane: 0).producer["message.max.bytes"].flatMap { Int($0) } ?? 0
        #expect(most >= RecordBounds(rules).document && most >= RecordBounds(rules).job)
    }

    @Test func `all clients log in with the tokens of the options`() {
        var options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        #expect(ClientProperties(options, lane: 0).admin.tokens == nil)
        options.tokens = TokenKeeper { () throws(TokenFailure) in throw TokenFailure("nobody gives one") }
        let clients = ClientProperties(options, lane: 0)
        #expect([clients.admin, clients.consumer, clients.producer, clients.restorer].allSatisfy { $0.tokens != nil })
    }

    @Test func `who reads what is there waits for no more, whatever the lane's consumer does`() {
        let clients = Self.clients(("fetch.wait.max.ms", "3000"))
        #expect(clients.consumer["fetch.wait.max.ms"] == "3000" && clients.reader["fetch.wait.max.ms"] == "3000")
        #expect(clients.restorer["fetch.wait.max.ms"] == "10" && clients.recordSearch["fetch.wait.max.ms"] == "10")
    }

    @Test(arguments: [("500000", 500_000), ("2000000", 1_114_124)])
    func `a dead letter is no longer than its topic takes and the producer sends`(sent: String, longest: Int) {
        #expect(Self.clients(("message.max.bytes", sent)).longestDeadLetter == longest)
        #expect(Self.clients().longestDeadLetter == 1_114_124)
    }

    @Test
    func `no two groups, instances and lanes share a transactional id`() {
        let names = ["a", "a/b", "a-b", "b", "b/0", "%2F", "a%2Fb", "/", "%", "", "a/", "/a"]
        var ids: Set<String> = []
        for group in names {
            for instance in names {
                for lane in [0, 1, 10] {
                    ids.insert(TransactionalID.join(group: group, instance: instance, lane: lane))
                }
            }
        }
        #expect(ids.count == names.count * names.count * 3)
        #expect(TransactionalID.join(group: "fork-worker", instance: "prod-1", lane: 2) == "fork-worker/prod-1/2")
        #expect(Self.clients().producer["transactional.id"] == "g/i/0")
    }

    @Test(arguments: [
        ("acks", "1"), ("request.required.acks", "0"), ("enable.idempotence", "false"),
        ("isolation.level", "read_uncommitted"), ("auto.offset.reset", "latest"), ("enable.auto.commit", "true"),
        ("auto.commit.enable", "true"), ("enable.auto.offset.store", "true"), ("transactional.id", "x"),
        ("group.id", "x"), ("group.instance.id", "x"), ("group.protocol", "consumer"),
        ("partition.assignment.strategy", "roundrobin"),
    ])
    func `a property that would break a promise is refused by name`(name: String, value: String) {
        #expect(Self.clients((name, value)).fault?.hasPrefix("--kafka \(name)") == true)
    }

    @Test(arguments: [
        ("session.timeout.ms", "6000", ["6000", "30000", "42000"]),
        ("session.timeout.ms", "41999", ["41999", "42000"]),
        ("transaction.timeout.ms", "33001", ["45000", "33001", "45001"]),
        ("transaction.timeout.ms", "1000", ["1000", "5000"]),
        ("max.poll.interval.ms", "59999", ["59999", "60000"]),
        ("heartbeat.interval.ms", "30000", ["30000", "45000"]),
        ("message.max.bytes", "20000", ["20000"]),
    ])
    func `times and sizes that do not go together are refused with their figures`(
        name: String,
        value: String,
        figures: [String]
    ) {
        let fault = Self.clients((name, value)).fault ?? ""
        #expect(fault.contains(name))
        for figure in figures { #expect(fault.contains(figure), "\(fault)") }
    }

    @Test(
        arguments: [
            (15_000, "30000", nil), (15_001, "30000", "15000"), (40_000, "30000", "15000"), (30_000, "60000", nil),
            (2_501, "5000", "2500"),
        ] as [(Int64, String, String?)]
    )
    func `a commit interval is at most half of what a transaction may last`(
        interval: Int64,
        timeout: String,
        longest: String?
    ) {
        var options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        options.limits.intervalMilliseconds = interval
        options.properties = [("transaction.timeout.ms", timeout), ("session.timeout.ms", "80000")]
        let fault = ClientProperties(options, lane: 0).fault
        guard let longest else { return #expect(fault == nil, "\(fault ?? "")") }
        let figures = ["--commit-interval is \(interval) ms", "transaction.timeout.ms \(timeout)", longest]
        for figure in figures { #expect(fault?.contains(figure) == true, "\(fault ?? "nothing is said")") }
    }

    @Test
    func `a member may not be put out of the group while its session goes on`() {
        let fault = Self.clients(("session.timeout.ms", "70000"), ("max.poll.interval.ms", "65000")).fault ?? ""
        #expect(fault.contains("max.poll.interval.ms is 65000") && fault.contains("at least 70000"), "\(fault)")
        #expect(Self.clients(("session.timeout.ms", "70000"), ("max.poll.interval.ms", "70000")).fault == nil)
    }

    @Test
    func `nobody turns off by what it is known that brokers answer`() {
        #expect(Self.clients(("statistics.interval.ms", "0")).consumer["statistics.interval.ms"] == "5000")
    }

    @Test
    func `legal options are taken`() {
        #expect(Self.clients().fault == nil)
        #expect(Self.clients(("transaction.timeout.ms", "10000"), ("session.timeout.ms", "22000")).fault == nil)
        #expect(Self.clients(("acks", "all"), ("isolation.level", "read_committed")).fault == nil)
        #expect(Self.clients(("linger.ms", "5"), ("max.poll.interval.ms", "60000")).fault == nil)
    }

    @Test
    func `a member that comes and goes has no instance id, and nobody reads on past a hole`() {
        var options = WorkerOptions(bootstrapServers: "b:1", groupID: "g", instanceID: "i", rules: Rules())
        #expect(ClientProperties(options, lane: 3).consumer["group.instance.id"] == "i-3")
        #expect(ClientProperties(options, lane: 3).consumer["auto.offset.reset"] == "error")
        options.isDynamic = true
        #expect(ClientProperties(options, lane: 3).consumer["group.instance.id"] == nil)
    }

    @Test
    func `the longest record of every output fits, and no batch is longer than asked`() {
        let bounds = RecordBounds(Rules())
        let longest = Self.clients().producer["message.max.bytes"].flatMap { Int($0) } ?? 0
        #expect(longest >= max(bounds.document, bounds.job, bounds.state))
        #expect(Self.clients(("batch.size", "5000000")).producer["batch.size"] == "1000000")
        #expect(Self.clients(("batch.size", "5000")).producer["batch.size"] == "5000")
    }
}
