import Vocabulary

/// Finding the windows of the documents that uploads request for the webhook.
extension [PostRequest] {
    /// Returns the windows of published documents of a data type that the requests cover, each once.
    func windows(of type: DataType, in state: inout ConnectionState) -> [Window] {
        switch type {
        case .characteristic: return [.characteristics]
        case .workouts:
            var meant: Set<UUID128> = []
            for one in self {
                let days = Instant.utcDay(one.from)...Instant.utcDay(one.to)
                for entry in state.directory.entries(on: [days], state.summary)
                where !entry.isFrozen && one.covers(entry.start, entry.end) {
                    meant.insert(entry.id)
                }
            }
            return meant.sorted().map { .workout($0) }
        default:
            var stateKeys: Set<StateKey> = []
            for one in self {
                // A local day lies within one day of the UTC day with the same date.
                let days = Instant.utcDay(one.from) - 1...Instant.utcDay(one.to) + 1
                for entry in state.published.entries(ofDays: days)
                where entry.stateKey.stream == type.rawValue && one.covers(entry.document.start, entry.document.end) {
                    stateKeys.insert(entry.stateKey)
                }
            }
            return stateKeys.sorted().map { Window($0, type) }
        }
    }
}
