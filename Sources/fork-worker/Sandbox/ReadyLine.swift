import Files
import JSON
import Vocabulary
import Worker

/// The line of JSON that a sandbox prints when it is ready, with everything that a test needs to connect.
enum ReadyLine {
    /// Prints the line; returns false if standard output is closed.
    ///
    /// - Parameters:
    ///   - options: The options of the worker.
    ///   - webhooks: The webhooks of the sandbox; nil if nothing is delivered.
    /// - Returns: Whether the line was printed.
    static func print(_ options: WorkerOptions, _ webhooks: SandboxWebhooks?) -> Bool {
        var writer = Writer(capacity: 512)
        writer.object {
            $0.member("bootstrap_servers", options.bootstrapServers)
            $0.member("topic_prefix", options.topics.prefix)
            $0.member("uploads", options.topics.uploads)
            $0.member("connections", options.topics.connections)
            $0.member("webhook_dispatch", options.topics.jobs)
            $0.member("dead_letter", options.topics.deadLetters)
            $0.member("output_topics", options.rules.routing.rawValue)
            if let webhooks {
                $0.member("webhook_echo", webhooks.callbackURL)
                $0.member("deliveries", webhooks.deliveriesPath)
            }
        }
        writer.raw("\n")
        return StandardOutput.write(writer.bytes)
    }
}
