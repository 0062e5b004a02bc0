import JSON

extension Job {
    /// Returns the body of a delivery: `{"type", "timestamp", "data"}`.
    ///
    /// `data` has the members of the job without `callback_url`, with unchanged values. `sequence` is the number that
    /// orders the jobs of a connection.
    package func body(sequence: Int64, isThin: Bool) -> [UInt8] {
        var writer = Writer(capacity: bytes.count + 200)
        writer.raw("{\"type\":")
        write(.type, into: &writer)
        writer.raw(",\"timestamp\":")
        write(.createdAt, into: &writer)
        writer.raw(",\"data\":{")
        for member in members where member.name != .callbackURL && member.name != .added {
            writer.separate()
            writer.raw(bytes[member.key])
            writer.raw(":")
            if isThin, member.name == .documents {
                writer.array(documents) { document, writer in
                    writer.raw("{\"id\":")
                    writer.raw(bytes[document.idRange])
                    writer.raw(document.isDeletion ? ",\"op\":\"delete\"}" : ",\"op\":\"upsert\"}")
                }
            } else {
                writer.raw(bytes[member.value])
            }
        }
        writer.raw(",\"sequence\":")
        writer.number(sequence)
        if isThin { writer.raw(",\"thin\":true") }
        writer.raw("}}")
        return writer.bytes
    }

    private func write(_ name: MemberName, into writer: inout Writer) {
        guard let member = members.first(where: { $0.name == name }) else { return writer.raw("null") }
        writer.raw(bytes[member.value])
    }
}
