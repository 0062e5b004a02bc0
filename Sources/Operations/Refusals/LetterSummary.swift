import JSON
import Kafka
package import Vocabulary

/// The numbers of dead letters by one of their properties.
package enum LetterSummary {
    /// The property by which dead letters are counted.
    package enum Property: String, Sendable {
        case code
        /// The app of the connection's settings, or else of the upload.
        case app
        /// The type of the refused sample, deletion or entry of `post`.
        case type
        case connection
    }

    /// The number of dead letters with a value; nil stands for dead letters without the property.
    package typealias Row = (value: String?, count: Int)

    /// Counts values; the most frequent one comes first.
    package static func rows(_ values: some Sequence<String?>) -> [Row] {
        let counts = values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return counts.map { ($0, $1) }.sorted { ($1.1, $0.0 ?? "") < ($0.1, $1.0 ?? "") }
    }
}

extension DeadLetterTopic {
    /// Counts dead letters by a property; settings that name a zone outside `zones` are invalid.
    package func summary(
        of letters: [IndexedLetter],
        by property: LetterSummary.Property,
        in cluster: Cluster,
        zones: ZoneTable
    ) throws(OperationError) -> [LetterSummary.Row] {
        switch property {
        case .code: return LetterSummary.rows(letters.map(\.code))
        case .connection: return LetterSummary.rows(letters.map(\.connection))
        case .type:
            var types: [String?] = []
            var parser = Parser()
            try forEach(letters, withValues: true) { types.append($0.type(&parser)) }
            return LetterSummary.rows(types)
        case .app:
            let settings = try SettingsList(cluster, zones: zones).settings()
            var apps: [String: String] = [:]
            for one in settings {
                apps[one.connection.string] = one.settings.appID.map { String(decoding: $0, as: UTF8.self) }
            }
            let originals = try originalApps(of: letters.filter { apps[$0.connection ?? ""] == nil })
            return LetterSummary.rows(
                letters.map { apps[$0.connection ?? ""] ?? $0.original.flatMap { originals[$0] } }
            )
        }
    }

    /// Returns the app that each refused record names; records that retention has deleted are left out.
    private func originalApps(of letters: [IndexedLetter]) throws(OperationError) -> [RefusedPlace: String] {
        let connections = Dictionary(letters.compactMap { letter in letter.original.map { ($0, letter.connection) } }) {
            first,
            _ in first
        }
        let there = try reader.partitionCounts(of: Set(connections.keys.map(\.topic)).sorted())
        let places = connections.keys.filter { $0.partition < there[$0.topic] ?? 0 }
        let offsets = Dictionary(grouping: places) { TopicPartition($0.topic, $0.partition) }
        var apps: [RefusedPlace: String] = [:]
        var parser = Parser()
        try reader.read(at: offsets.mapValues { $0.map(\.offset) }) { message in
            let place = RefusedPlace(message.topic, message.partition, message.offset)
            // If the topic was recreated, the record can be of another connection.
            guard let connection = connections[place],
                connection == [UInt8](message.key).map({ String(decoding: $0, as: UTF8.self) }),
                let value = message.value, let record = try? parser.parse(value), let app = record.field("app_id")?.text
            else { return }
            // A text that is not an id can be long, and can be health data.
            apps[place] = ConnectionID(app.bytes)?.string
        }
        return apps
    }
}

extension ReadLetter {
    /// Returns the type that the refused element names; nil for a whole record.
    fileprivate func type(_ parser: inout Parser) -> String? {
        guard record.subject == .element || record.subject == .elementOfDialect, let value,
            let element = try? parser.parse(value)
        else { return nil }
        return element.field("type")?.text?.identifier ?? element.field("identifier")?.text?.identifier
    }
}
