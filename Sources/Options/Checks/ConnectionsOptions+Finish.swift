extension ConnectionsOptions {
    mutating func finish(_ values: Values) throws(Fault) {
        let word = values.operands[0]
        let rest = Array(values.operands.dropFirst())
        switch word {
        case "list":
            if let extra = rest.first {
                throw Fault(.operand("ID"), shown: extra, "list takes none; did you mean get?")
            }
            action = .list
        case "get": action = .get(try Self.connection(rest, of: word))
        case "close": action = .close(try Self.connection(rest, of: word))
        default:
            action = fields.isEmpty ? .put(files: rest) : .set(try Self.connection(rest, of: "put --set"))
        }
        try values.check(word)
        if case .put = action, ifOffset != nil {
            throw Fault(.argument("--if-offset"), "is for one connection: change it with put ID --set")
        }
        if isWithoutWait, values.isGiven("timeout") {
            throw Fault(.argument("--timeout"), "cannot be combined with --no-wait")
        }
    }

    /// Returns the only operand, which must be a connection id.
    private static func connection(_ rest: [String], of action: String) throws(Fault) -> String {
        guard let id = rest.first else { throw Fault(.operand("ID"), "is missing: name the connection") }
        if rest.count > 1 { throw Fault(.operand("ID"), "\(action) takes one") }
        if let reason = Kind.connection.reason(against: id) { throw Fault(.operand("ID"), shown: id, reason.text) }
        return id
    }
}
