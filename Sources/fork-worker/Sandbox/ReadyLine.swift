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
        let members = [
            ("bootstrap_servers", bootstrapServers), ("topic_prefix", topics.prefix), ("uploads", topics.uploads),
            ("connections", topics.connections), ("webhook_dispatch", topics.jobs), ("dead_letter", topics.deadLetters),
            ("output_topics", outputTopics.rawValue),
        ]
        var printer = LinePrinter()
        printer.print { writer in
            for (index, member) in members.enumerated() {
                writer.raw(index == 0 ? "{" : ",")
                writer.string(member.0)
                writer.raw(":")
                writer.string(member.1)
            }
            writer.raw("}")
        }
        printer.flush()
        return !printer.isClosed
    }
}
