import Worker

/// The topics that are a replay's: of all names under its prefix those that workers give.
package enum ReplayTopics {
    /// Its topics among those of the cluster, ascending; that of its record comes last, so that whoever is interrupted
    /// while they are deleted can go on.
    ///
    /// What the replay reads is none of it, wherever that lies.
    package static func names(of request: ReplayRequest, among topics: some Sequence<String>) -> [String] {
        let own = TopicNames(prefix: request.into)
        let input = TopicNames(prefix: request.inputPrefix)
        let names = topics.filter { name in
            own.purpose(of: name) != nil && ![own.replay, input.uploads, input.connections].contains(name)
        }
        return names.sorted() + (topics.contains(own.replay) ? [own.replay] : [])
    }
}
