extension DeliveriesOptions {
    mutating func finish(_ values: Values) throws(Fault) {
        try values.check(
            values.operands[0],
            [(["all", "since", "until", "dry-run"], ["resend"]), (["ed25519"], ["new-secret"])]
        )
        if values.operands[0] == "list" {
            if connections.count > 1 { throw Fault(.argument("--connection"), "may be given once for list") }
            action = .list(connection: connections.first)
            return
        }
        if isAll == !connections.isEmpty {
            throw Fault(.argument("--connection"), isAll ? "cannot be combined with --all" : "or --all must be given")
        }
        guard let since else { throw Fault(.argument("--since"), "must be given for resend") }
        if let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
        let connections = isAll ? nil : connections
        action = .resend(Resend(connections: connections, since: since, until: until, isDryRun: isDryRun))
    }
}
