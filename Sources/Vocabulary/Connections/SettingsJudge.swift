import JSON

/// A check of settings by the same rules as in a worker, for dispatchers and commands.
package struct SettingsJudge: ~Copyable {
    private let zones: ZoneTable
    private let forms: [DocumentForm]
    private var parser = Parser()

    /// Creates a judge; settings are invalid if they name a zone that is not in `zones`, or another form than `forms`.
    package init(zones: ZoneTable, forms: [DocumentForm]) {
        self.zones = zones
        self.forms = forms
    }

    /// Reads a record of `fork.connections`; `value` is nil for a tombstone.
    ///
    /// `allowsLoopback` is true if the workers allow callbacks to loopback by plain http.
    ///
    /// - Throws: The refusal that a worker would publish for this record.
    package mutating func record(
        _ place: RecordPlace,
        key: [UInt8]?,
        value: RawSpan?,
        allowsLoopback: Bool
    ) throws(Refusal) -> SettingsRecord {
        var key = key
        var rules = Rules()
        rules.allowsLoopbackCallbacks = allowsLoopback
        rules.forms = forms
        return try SettingsRecord(place, key: &key, value: value, rules: rules, zones: zones, &parser)
    }

    /// Reads settings that are not yet written to the topic.
    package mutating func settings(_ json: RawSpan, allowsLoopback: Bool) throws(Refusal) -> SettingsRecord {
        var place = RecordPlace(topic: .connections, partition: 0, offset: 0, timestampMilliseconds: nil)
        place.describesItself = true
        return try record(place, key: nil, value: json, allowsLoopback: allowsLoopback)
    }
}
