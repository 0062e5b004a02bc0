import Files
import JSON
import Views
import Vocabulary
import Worker

/// The addresses that a sandbox prints when it is ready: a line of JSON for tests, and a table for people.
enum ReadyLine {
    /// Prints the addresses, as a table on a terminal; returns false if standard output is closed.
    ///
    /// `address` is the address of the health, metrics and console; nil if they are not served.
    static func print(_ options: WorkerOptions, _ webhooks: SandboxWebhooks?, _ address: String?) -> Bool {
        if StandardOutput.isTerminal {
            let program = CommandLine.arguments.first ?? "fork-worker"
            let echo = webhooks.map { (url: $0.callbackURL, deliveries: $0.deliveriesPath) }
            return Screen().show(SandboxText.lines(options, program: program, echo: echo, http: address, Screen().ink))
        }
        var writer = Writer(capacity: 512)
        writer.object {
            $0.member("bootstrap_servers", options.bootstrapServers)
            $0.member("topic_prefix", options.topics.prefix)
            $0.member("uploads", options.topics.uploads)
            $0.member("connections", options.topics.connections)
            $0.member("webhook_dispatch", options.topics.jobs)
            $0.member("dead_letter", options.topics.deadLetters)
            $0.member("output_topics", options.rules.routing.rawValue)
            if let address { $0.member("http_address", address) }
            if let webhooks {
                $0.member("webhook_echo", webhooks.callbackURL)
                $0.member("deliveries", webhooks.deliveriesPath)
            }
        }
        writer.raw("\n")
        return StandardOutput.write(writer.bytes)
    }
}
