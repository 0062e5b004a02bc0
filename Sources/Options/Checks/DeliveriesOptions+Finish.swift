extension DeliveriesOptions {
    mutating func finish(_ values: Values) throws(Fault) {
        let word = values.operands[0]
        try values.check(word)
        if word != "ping", let extra = values.operands.dropFirst().first {
            throw Fault(.operand("CONNECTION"), shown: extra, "is for ping only")
        }
        switch word {
        case "list":
            if connections.count > 1 { throw Fault(.argument("--connection"), "may be given once for list") }
            action = listsHosts ? .listHosts(connection: connections.first) : .list(connection: connections.first)
        case "ping":
            guard let connection = values.operands.dropFirst().first else {
                throw Fault(.operand("CONNECTION"), "is missing: name the connection")
            }
            action = .ping(connection: connection)
        case "retry": action = .retry(try retry())
        default: action = .resend(try resend())
        }
    }

    private func retry() throws(Fault) -> Retry {
        guard [host != nil, !connections.isEmpty, isAll].count(where: \.self) == 1 else {
            throw Fault(.argument("--host"), "or --connection or --all must be given, and only one of them")
        }
        return host.map { .host($0) } ?? (isAll ? .all : .connections(connections))
    }

    private func resend() throws(Fault) -> Resend {
        if isAll == !connections.isEmpty {
            throw Fault(.argument("--connection"), isAll ? "cannot be combined with --all" : "or --all must be given")
        }
        guard let since else { throw Fault(.argument("--since"), "must be given for resend") }
        if let until, since.isLater(than: until) {
            throw Fault(.argument("--since"), "must not be later than --until")
        }
        return Resend(connections: isAll ? nil : connections, since: since, until: until, isDryRun: isDryRun)
    }
}
