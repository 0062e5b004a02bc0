import Options
import Testing

/// Everything that is wrong is said at once: the name, the value, the reason.
struct FaultTests {
    @Test func `all faults of all sources are named at once`() {
        let outcome = parse(
            "run --lanes 65 --lans 4 --final --commit-interval 100 --kafka group.id=x --config f.json --partitions x y",
            environment: ["FORK_TOPIC_PREFIX": "a b", "FORK_LOG_LEVEL": "inof"],
            files: ["f.json": #"{"group": 1, "create-topics": "maybe"}"#]
        )
        #expect(
            outcome.complaint == [
                "fork-worker run: 12 things are wrong",
                "  --lans: no such option; did you mean --lanes?",
                "  --final: is an option of transform only",
                "  f.json: group: no such option",
                "  --bootstrap-servers: must be given, here or as FORK_BOOTSTRAP_SERVERS",
                "  FORK_TOPIC_PREFIX='a b': may have only letters A-Z and a-z, digits, '.', '_' and '-'",
                "  f.json: create-topics maybe: must be true or false",
                "  --partitions x: must be a whole number from 1 to 100000",
                "  --kafka group.id=x: is the worker's own: --group-id sets it",
                "  --lanes 65: must be a whole number from 1 to 64",
                "  --commit-interval 100: must be a whole number with a unit, such as 100ms, 60s, 60min, 24h or 400d",
                "  FORK_LOG_LEVEL=inof: must be error, warning, info or debug; did you mean info?",
                "  argument y: nothing more is expected",
            ]
        )
    }

    @Test func `faults of options, operands and commands come together`() {
        #expect(
            parse("units five m --x").complaint == [
                "fork-worker units: 3 things are wrong",
                "  --x: no such option",
                "  TO: is missing",
                "  VALUE five: must be a number, such as 37.2 or -5 or 1e3",
            ]
        )
        #expect(
            parse("--frob=x").complaint == [
                "fork-worker: 2 things are wrong", "  a command is missing", "  --frob: no such option",
            ]
        )
    }

    @Test(arguments: [
        (["FORK_BOOTSTRAP_SERVERS": "a\u{8}b"], "FORK_BOOTSTRAP_SERVERS=a\\u{8}b: 'a\\u{8}b' is not host:port"),
        (["FORK_BOOTSTRAP_SERVERS": "a:\u{1b}"], "the port of 'a:\\u{1b}'"),
        (
            ["FORK_SOURCE_PRIORITY": "\u{1b}[2J,\u{1b}[2J", "FORK_BOOTSTRAP_SERVERS": "a"],
            "names '\\u{1b}[2J' twice"
        ),
    ])
    func `a reason that names what was given has nothing that a terminal acts on`(
        environment: [String: String],
        shown: String
    ) {
        let complaint = parse("run", environment: environment).complaint.joined(separator: "|")
        #expect(complaint.contains(shown), "\(complaint)")
    }

    @Test func `one fault has one line, and a hint where to read more`() {
        guard case .usage(let complaint) = parse("units 5 degC") else {
            Issue.record("two operands were enough")
            return
        }
        #expect(complaint.text == "fork-worker units: TO: is missing\nTry 'fork-worker units --help'.\n")
    }

    @Test(arguments: [
        ("rnu", "rnu: no such command; did you mean run?"),
        ("unit", "unit: no such command; did you mean units?"),
        ("TRANSFORM", "TRANSFORM: no such command; did you mean transform?"),
        ("frobnicate", "frobnicate: no such command"),
        (
            "help rnu",
            "COMMAND rnu: must be run, transform, send, documents, convert, report, explain, import, dead-letters, diff, connections, replay, forget, dispatch, status, topics, doctor, units, demo, examples, sandbox, webhook-echo, webhook-send, completion or help; did you mean run?"
        ),
        ("completion", "SHELL: is missing"),
        ("completion fihs", "SHELL fihs: must be bash, zsh or fish; did you mean fish?"),
        ("units 1 m km x", "argument x: nothing more is expected"),
        ("transform -x", "-x: no such option"),
        ("transform --commit-evry 3", "--commit-evry: no such option; did you mean --commit-every?"),
        ("transform --conn x", "--conn: no such option; did you mean --connection?"),
        ("transform --co x", "--co: no such option"),
        ("transform --hlep", "--hlep: no such option; did you mean --help?"),
        ("transform --commit-every", "--commit-every: needs a value: --commit-every=N"),
        ("transform --connections --final", "--connections: needs a value: --connections=FILE"),
        ("transform --connections -- a", "--connections: needs a value: --connections=FILE"),
        ("transform --final --lanes 2", "--lanes: is an option of run or replay only"),
        (
            "demo --topic-prefix x",
            "--topic-prefix: is an option of run, send, documents, report, explain, dead-letters, diff, connections, replay, forget, dispatch, status, topics, doctor, transform or sandbox only"
        ),
        (
            "run --bootstrap-servers a --create-topics false",
            "argument false: nothing more is expected; a switch takes its value after '=': --create-topics=false"
        ),
    ])
    func `a usage error says what was meant, perhaps`(line: String, reason: String) throws {
        let complaint = parse(line).complaint
        #expect(complaint.count == 1)
        #expect(try #require(complaint.first).hasSuffix(": \(reason)"))
    }

    @Test(arguments: [
        "run --bootstrap-servers a --kafka hunter2",
        "run --bootstrap-servers a --kafka sasl.password= --kafka =hunter2",
        "run --bootstrap-servers a --sasl-password hunter2",
        "run --bootstrap-servers a --sasl-password=hunter2",
        "run --lanes 0 --kafka SASL.Password=hunter2 --kafka ssl.key.pem=hunter2",
        "run --lanes 0 --kafka ssl.key.password=hunter2 --kafka sasl.oauthbearer.client.secret=hunter2",
        "run --bootstrap-servers a --kafka sasl.password\u{e9}=hunter2",
    ])
    func `a secret is in no complaint`(line: String) {
        guard case .usage(let complaint) = parse(line) else {
            Issue.record("nothing was wrong with \(line)")
            return
        }
        #expect(!complaint.text.contains("hunter2") && !complaint.reasons.joined().contains("hunter2"))
    }

    @Test(arguments: [
        ("sasl.password", true), ("ssl.key.password", true), ("ssl.keystore.password", true), ("ssl.key.pem", true),
        ("sasl.oauthbearer.client.secret", true), ("sasl.oauthbearer.config", true), ("sasl.jaas.config", true),
        ("sasl.kerberos.kinit.cmd", true), ("x.token", true), ("x.credentials", true), ("SASL.PASSWORD", true),
        ("sasl.oauthbearer.assertion.private.key.passphrase", true), ("sasl.oauthbearer.assertion.file", true),
        ("sasl.username", false), ("ssl.certificate.pem", false), ("ssl.key.location", false), ("debug", false),
    ])
    func `a property is secret by its name`(name: String, isSecret: Bool) throws {
        let run = try #require(parse("run --bootstrap-servers a --kafka \(name)=value").run)
        #expect(run.effective.first { $0.name == "kafka" }?.value == "\(name)=\(isSecret ? "***" : "value")")
        #expect(run.cluster.kafka.map(\.value) == ["value"])
    }

    @Test func `a secret is in no dump`() throws {
        let run = try #require(
            parse("run --bootstrap-servers a --kafka ssl.keystore.password=hunter2 --kafka debug=eos").run
        )
        var text = "\(run) \(run.cluster.kafka) \(run.cluster.kafka[0]) \(String(reflecting: run))"
        dump(run, to: &text)
        #expect(!text.contains("hunter2"))
        #expect(text.contains("ssl.keystore.password=***"))
        #expect(text.contains("debug=eos"))
        // The worker itself can read it.
        #expect(run.cluster.kafka[0].value == "hunter2")
    }

    @Test func `what a terminal would act on is shown in letters, and not without end`() {
        let complaint = parse(
            "transform",
            argument: "--output-topics=\u{1b}[2J\u{202e}\n\(String(repeating: "x", count: 200))"
        ).complaint
        let shown = "\\u{1b}[2J\\u{202e}\\n" + String(repeating: "x", count: 94) + "..."
        #expect(
            complaint == ["fork-worker transform: --output-topics \(shown): must be connection, app or single"]
        )
    }

    @Test(arguments: [
        "bootstrap.servers", "metadata.broker.list", "group.id", "group.instance.id", "transactional.id",
        "enable.auto.commit", "auto.commit.enable", "enable.auto.offset.store", "enable.idempotence",
        "isolation.level", "partition.assignment.strategy",
    ])
    func `properties on which exactly-once rests are the worker's own`(name: String) {
        let complaint = parse("run --bootstrap-servers a --kafka \(name)=x").complaint
        #expect(complaint.first?.contains("--kafka \(name)=x: is the worker's own: ") == true)
    }
}
