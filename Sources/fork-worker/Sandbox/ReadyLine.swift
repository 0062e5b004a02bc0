import JSON
import Options
import Worker

/// What a sandbox says when it is ready: one line of JSON, all that a test needs to find its way.
struct ReadyLine {
    let bootstrapServers: String
    let topics: TopicNames
    let outputTopics: OutputTopics

    /// Prints it; false when nobody reads it.
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
