import Options
import Testing

struct StrayVariableTests {
    @Test(
        arguments: [
            ("FORK_COMIT_INTERVAL", "no such option; did you mean FORK_COMMIT_INTERVAL?"),
            ("FORK_BOOTSTRAP_SERVER", "no such option; did you mean FORK_BOOTSTRAP_SERVERS?"),
            ("FORK_JSON", "applies to a single call: give it as --json"), ("FORK_QQQQQQQQQ", "no such option"),
            ("FORK_WORKER_PORT", "no such option"),
        ]
    )
    func `a variable that is no setting's is named with the nearest name`(name: String, reason: String) {
        #expect(StrayVariable.all(in: [name: "1", "PATH": "/bin"]) == [StrayVariable(name: name, reason: reason)])
    }

    @Test func `settings of any command and what Kubernetes makes for a Service are none`() {
        let fine = [
            "FORK_GROUP_ID": "a", "FORK_COMMIT_EVERY": "2", "FORK_CONFIG": "", "FORK_WEBHOOK_SECRET": "x", "FORKS": "1",
            "PATH": "",
            "FORK_WORKER_SERVICE_HOST": "10.0.0.1", "FORK_WORKER_SERVICE_PORT": "9090",
            "FORK_WORKER_SERVICE_PORT_METRICS": "9090", "FORK_WORKER_PORT": "tcp://10.0.0.1:9090",
            "FORK_WORKER_PORT_9090_TCP": "tcp://10.0.0.1:9090", "FORK_WORKER_PORT_9090_TCP_PROTO": "tcp",
            "FORK_WORKER_PORT_9090_TCP_PORT": "9090", "FORK_WORKER_PORT_9090_TCP_ADDR": "10.0.0.1",
            "FORK_SERVICE_HOST": "10.0.0.1", "FORK_PORT": "udp://10.0.0.1:1",
        ]
        #expect(StrayVariable.all(in: fine).isEmpty)
    }

    @Test(
        arguments: [
            ("run --lanes 0 --log-format json", [:], nil, true), ("run --lanes 0", [:], nil, false),
            ("run --lanes 0", ["FORK_LOG_FORMAT": "json"], nil, true),
            ("run --lanes 0 --log-format=text", ["FORK_LOG_FORMAT": "json"], nil, false),
            ("run --lanes 0 --config f", [:], #"{"log-format": "json"}"#, true),
            ("rnu --log-format json", [:], nil, true),
            ("rnu", ["FORK_LOG_FORMAT": "json"], nil, true), ("rnu", [:], nil, false),
        ] as [(String, [String: String], String?, Bool)]
    )
    func `wrong settings are for programs where JSON lines were asked for`(
        line: String,
        environment: [String: String],
        file: String?,
        isForPrograms: Bool
    ) throws {
        guard case .usage(let complaint) = parse(line, environment: environment, files: file.map { ["f": $0] } ?? [:])
        else {
            Issue.record("nothing is wrong with \(line)")
            return
        }
        #expect(complaint.isForPrograms == isForPrograms)
        #expect(complaint.reasons.allSatisfy { $0.hasPrefix("fork-worker") && !$0.contains("\n") })
    }
}
