/// The settings of connections in the order in which they were written.
struct WrittenSettings {
    private struct Record {
        let at: Int64
        /// The members besides ids; nil for a null value.
        let members: String?
    }

    private var records: [String: [Record]] = [:]

    mutating func write(_ connection: String, _ members: String?, at now: Int64) {
        // A null value does not reopen a forgotten connection.
        if members == nil, records[connection]?.last?.members?.contains("forget") == true { return }
        records[connection, default: []].append(Record(at: now, members: members))
    }

    /// Whether any settings that were in force since a time allow a request.
    func allow(_ arrival: Customers.Arrival, since: Int64) -> Bool {
        let known = records[arrival.connection] ?? []
        let first = known.lastIndex { $0.at <= since } ?? 0
        return known[first...].contains { Self.allow(arrival, $0.members) }
    }

    private static func allow(_ arrival: Customers.Arrival, _ members: String?) -> Bool {
        guard let members, !members.contains("closed") else { return false }
        if members.contains("forget"), arrival.hasUpserts { return false }
        return members.contains("\"\(arrival.url)\"")
    }
}
