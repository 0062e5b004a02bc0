import Health
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
        let fixed = Set(own.all + ["", "fhir.", "omh."].map { request.into + $0 + "documents" })
            .subtracting([input.uploads, input.connections])
        let record = ReplayRecord.topic(request.into)
        let names = topics.filter { $0 != record && (fixed.contains($0) || isNamed($0, in: request.into)) }.sorted()
        return names + (topics.contains(record) ? [record] : [])
    }

    /// Whether a topic is named after a connection or an app.
    private static func isNamed(_ topic: String, in prefix: String) -> Bool {
        guard topic.hasPrefix(prefix) else { return false }
        let rest = topic.dropFirst(prefix.count)
        let beginnings = ["connection.", "app.", "fhir.", "fhir.app.", "omh.", "omh.app."]
        return beginnings.contains { beginning in
            rest.hasPrefix(beginning) && ConnectionID(Array(rest.dropFirst(beginning.count).utf8)) != nil
        }
    }
}
