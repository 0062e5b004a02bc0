import Testing
import Views
import Vocabulary
import Worker

/// The addresses of a sandbox as a person sees them.
struct SandboxTextTests {
    private static func text(_ rules: Rules, echo: (url: String, deliveries: String)? = nil) -> String {
        let options = WorkerOptions(
            bootstrapServers: "127.0.0.1:9092",
            groupID: "fork-worker",
            instanceID: "sandbox",
            rules: rules
        )
        return SandboxText.lines(options, program: "fork-worker", echo: echo, .plain).joined(separator: "\n")
    }

    @Test func `by default there are three commands to paste, with the address, and how to stop`() {
        let text = Self.text(Rules())
        let commands = """
                export FORK_BOOTSTRAP_SERVERS=127.0.0.1:9092
                fork-worker examples sleep-night | fork-worker send
                fork-worker documents conn-7
            """
        #expect(text.contains("\n\n\(commands)\n\n  Ctrl-C stops"), "\(text)")
        #expect(text.contains("  broker        127.0.0.1:9092\n") && text.contains("fork.connection.<connection id>"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `what is not a default is exported too`() {
        var rules = Rules()
        rules.topicPrefix = "t."
        rules.routing = .single
        let text = Self.text(rules, echo: (url: "http://127.0.0.1:1/", deliveries: "/tmp/deliveries.ndjson"))
        let exported = ["TOPIC_PREFIX=t.", "OUTPUT_TOPICS=single", "ALLOW_LOOPBACK_CALLBACKS=true"]
        for setting in exported { #expect(text.contains("export FORK_\(setting)\n"), "\(text)") }
        #expect(text.contains("connections put conn-7 --set callback_url=http://127.0.0.1:1/\n"))
        #expect(text.contains("t.documents\n") && text.contains("/tmp/deliveries.ndjson\n"))
    }
}
