import Clients
import Kafka
import Synchronization
import Testing

@Suite struct ConfigurationTests {
    @Test func `all wrong properties are named at once, with the library's reasons`() throws {
        let configuration: Configuration = [
            "bootstrap.servers": "127.0.0.1:1", "linger.mss": "5", "compression.type": "zip", "acks": "all",
        ]
        let error = #expect(throws: KafkaError.self) { _ = try Producer(configuration) }
        let problem = try #require(error)
        #expect(problem.operation == .configure)
        #expect(problem.kind == .permanent)
        #expect(problem.reason.contains("linger.mss: No such configuration property"))
        #expect(problem.reason.contains("compression.type: Invalid value \"zip\""))
        #expect(!problem.reason.contains("acks"))
    }

    @Test(arguments: [("transactional.id", "t"), ("enable.idempotence", "false"), ("linger.ms", "5")])
    func `right properties make a client`(name: String, value: String) {
        #expect(throws: Never.self) { _ = try Producer(["bootstrap.servers": "127.0.0.1:1", name: value]) }
    }

    @Test func `what only a client can find out is thrown when it is made`() {
        // Each of the two is right by itself.
        let configuration: Configuration = [
            "bootstrap.servers": "127.0.0.1:1", "transactional.id": "t", "enable.idempotence": "false",
        ]
        let error = #expect(throws: KafkaError.self) { _ = try Producer(configuration) }
        #expect(error?.reason.contains("enable.idempotence") == true)
    }

    @Test(arguments: [
        "sasl.password", "ssl.key.password", "ssl.key.pem", "ssl.keystore.password",
        "sasl.oauthbearer.client.secret", "sasl.oauthbearer.config",
        "sasl.oauthbearer.assertion.private.key.passphrase",
    ])
    func `no text shows a secret`(name: String) {
        let configuration: Configuration = [
            "bootstrap.servers": "broker:9092", name: "hunter2", "compression.type": "hunter2",
        ]
        // The library quotes what it refuses.
        let error = #expect(throws: KafkaError.self) { _ = try Producer(configuration) }
        let texts = ["\(configuration)", String(reflecting: configuration), error?.description ?? ""]
        for text in texts {
            #expect(!text.replacing("compression.type=hunter2", with: "").contains("hunter2"))
        }
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.replacing("compression.type=hunter2", with: "").contains("hunter2"))
        #expect("\(configuration)".contains("\(name)=***"))
        #expect("\(configuration)".contains("bootstrap.servers=broker:9092"))
    }

    @Test func `what the library says later has no secret either`() throws {
        let said = Mutex<[String]>([])
        // The library quotes what it cannot read, when it first needs a token.
        let producer = try Producer([
            "bootstrap.servers": "127.0.0.1:1", "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanisms": "OAUTHBEARER", "enable.sasl.oauthbearer.unsecure.jwt": "true",
            "sasl.oauthbearer.config": "principal=hunter hunter2hunter3",
        ]) { event in
            let text =
                switch event {
                case .log(let line): line.text
                case .notice(let error): error.reason
                case .statistics: ""
                }
            said.withLock { $0.append(text) }
        }
        for _ in 0..<200 where !said.withLock({ $0.contains { $0.contains("oauthbearer.config") } }) {
            producer.poll(timeoutMilliseconds: 50)
        }
        let texts = said.withLock { $0 }
        #expect(texts.contains { $0.contains("oauthbearer.config") }, "\(texts)")
        #expect(!texts.contains { $0.contains("hunter2") || $0.contains("hunter3") }, "\(texts)")
    }

    @Test func `a log line has no secret, whatever the library says in it`() {
        let address = "127.0.0.1:1"
        let said = Mutex<[String]>([])
        // A password that is what the library speaks of anyway, so that its lines must have it.
        let configuration: Configuration = [
            "bootstrap.servers": address, "debug": "broker", "sasl.password": address,
        ]
        let producer = try? Producer(configuration) { event in
            if case .log(let line) = event { said.withLock { $0.append(line.text) } }
        }
        for _ in 0..<200 where !said.withLock({ $0.contains { $0.contains("***") } }) {
            producer?.poll(timeoutMilliseconds: 50)
        }
        let lines = said.withLock { $0 }
        #expect(lines.contains { $0.contains("***") }, "\(lines)")
        #expect(!lines.contains { $0.contains(address) }, "\(lines)")
    }

    @Test func `the reason for which no client is made has no secret either`() {
        // A password that the library's sentence has.
        let configuration: Configuration = [
            "bootstrap.servers": "127.0.0.1:1", "transactional.id": "t", "enable.idempotence": "false",
            "sasl.password": "enable.idempotence",
        ]
        let error = #expect(throws: KafkaError.self) { _ = try Producer(configuration) }
        #expect(error?.reason.contains("***") == true)
        #expect(error?.reason.contains("enable.idempotence") == false)
    }

    @Test func `what ended a client is said without its secrets`() async throws {
        let reason = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            // A password that the library's sentence has.
            let producer = try Producer([
                "bootstrap.servers": cluster.bootstrapServers, "transactional.id": "id",
                "sasl.password": "authorization failed",
            ])
            cluster.fail(.initProducerID, with: [.transactionalIDAuthorizationFailed])
            return caught { () throws(KafkaError) in
                try producer.initTransactions(timeoutMilliseconds: 10_000)
            }?.reason ?? ""
        }
        #expect(reason.contains("***") && !reason.contains("authorization failed"), "\(reason)")
    }

    @Test func `the last value of a name wins and keeps its place`() {
        var configuration: Configuration = ["a": "1", "b": "2", "a": "3"]
        #expect("\(configuration)" == "a=3, b=2")
        configuration.setDefault("b", "4")
        configuration.setDefault("c", "5")
        configuration["a"] = nil
        #expect("\(configuration)" == "b=2, c=5")
    }

    @Test func `an assignor that this library gets wrong is refused`() {
        let configuration: Configuration = [
            "bootstrap.servers": "127.0.0.1:1", "group.id": "g", "partition.assignment.strategy": "cooperative-sticky",
        ]
        if LibraryVersion.running.has(.cooperativeRebalance) {
            #expect(throws: Never.self) { _ = try Consumer(configuration) }
        } else {
            let error = #expect(throws: KafkaError.self) { _ = try Consumer(configuration) }
            #expect(error?.reason.contains("2.6.1") == true)
        }
    }
}

@Suite struct LibraryVersionTests {
    @Test func `a version reads as people write it`() {
        #expect(LibraryVersion(2, 0, 2).description == "2.0.2")
        #expect(LibraryVersion(rawValue: 0x020A_01FF).description == "2.10.1")
    }

    @Test(arguments: [
        (LibraryFeature.fetchQueueBackoff, LibraryVersion(2, 1, 1), LibraryVersion(2, 2, 0)),
        (LibraryFeature.cooperativeRebalance, LibraryVersion(2, 6, 0), LibraryVersion(2, 6, 1)),
        (LibraryFeature.scramOnNewBrokers, LibraryVersion(2, 6, 0), LibraryVersion(2, 6, 1)),
        (LibraryFeature.firstProduceWithoutWait, LibraryVersion(2, 10, 0), LibraryVersion(2, 10, 1)),
    ])
    func `a feature begins with its release`(feature: LibraryFeature, last: LibraryVersion, first: LibraryVersion) {
        #expect(!last.has(feature))
        #expect(first.has(feature))
    }

    @Test func `the library in the process is at least the one compiled against`() {
        #expect(LibraryVersion.running >= LibraryVersion(2, 0, 2))
    }
}
