package import Vocabulary
import Worker

/// Selects the topics of a replay: the names under its prefix that a worker can create.
package enum ReplayTopics {
    /// Returns the replay's topics in ascending order, without the topics that it reads.
    ///
    /// The topic `<PREFIX>replay` comes last, so that an interrupted deletion can be resumed.
    package static func names(
        of request: ReplayRequest,
        among topics: some Sequence<String>,
        forms: [DocumentForm]
    ) -> [String] {
        let own = TopicNames(prefix: request.into, forms: forms)
        let input = TopicNames(prefix: request.inputPrefix, forms: [])
        let names = topics.filter { name in
            own.purpose(of: name) != nil && ![own.replay, input.uploads, input.connections].contains(name)
        }
        return names.sorted() + (topics.contains(own.replay) ? [own.replay] : [])
    }
}
