import Files
import JSON
import Options
import Worker

/// The line of JSON that a sandbox prints when it is ready, with everything that a test needs to connect.
struct ReadyLine {
    let bootstrapServers: String
    let topics: TopicNames
    let outputTopics: OutputTopics

    /// Prints the line; returns false if standard output is closed.
    func print() -> Bool {
        var printer = LinePrinter()
        printer.print { writer in
            writer.object {
                $0.member("bootstrap_servers", bootstrapServers)
                $0.member("topic_prefix", topics.prefix)
                $0.member("uploads", topics.uploads)
                $0.member("connections", topics.connections)
                $0.member("webhook_dispatch", topics.jobs)
                $0.member("dead_letter", topics.deadLetters)
                $0.member("output_topics", outputTopics.rawValue)
            }
        }
        printer.flush()
        return !printer.isClosed
    }
}
