import Webhooks

extension Kind<RetrySchedule> {
    static let retrySchedule = Kind("TIME,...", rule: "list of times, or `none`", shape: .list) { text throws(Reason) in
        let items = text.split(separator: ",", omittingEmptySubsequences: false).map { String(withoutBlanks($0)) }
        guard let schedule = RetrySchedule(items.joined(separator: ",")) else {
            throw Reason("must be none, or up to 100 times of at most a year, such as 5s,5min,2h")
        }
        return schedule
    } write: { schedule in
        // A schedule is easier to read without days: 20h,24h.
        let measure = Measure(units: Measure.duration.units.dropLast(), zero: "0s", form: "")
        return schedule.delaysMilliseconds.map { measure.write(Int($0)) }.joined(separator: ",")
    }
}

extension Kind<Set<UInt16>> {
    static let ports = Kind("PORT,...", rule: "list of port numbers", shape: .list) { text throws(Reason) in
        var ports: Set<UInt16> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let port = UInt16(withoutBlanks(item)), port > 0 else {
                throw Reason("must be numbers from 1 to 65535, separated by commas")
            }
            ports.insert(port)
        }
        return ports
    }
}

extension Kind<[IPNetwork]> {
    static let networks = Kind("CIDR,...", rule: "list of networks", shape: .list) { text throws(Reason) in
        var networks: [IPNetwork] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = IPNetwork(withoutBlanks(item)) else {
                throw Reason(
                    "'\(item)' is not a network, such as 10.0.0.0/8 or fd00::/8, without bits behind its prefix"
                )
            }
            networks.append(network)
        }
        return networks
    }
}

extension Kind<Double> {
    /// A whole number of requests per second.
    static let rate = Kind<Int>.integer(1...1_000_000).map {
        Double($0)
    } back: {
        Int($0)
    }
}

extension Kind<CallbackAddress> {
    /// A URL of this machine without TLS.
    static let loopbackURL = Kind("URL", rule: "`http` URL of a loopback address") { text throws(Reason) in
        let rules = CallbackRules(allowsLoopback: true)
        guard let address = try? CallbackAddress(Array(text.utf8), rules), address.scheme == .http,
            address.isLoopbackOnly
        else { throw Reason("must be an http URL of this machine, such as http://127.0.0.1:3000/hook") }
        return address
    } write: {
        $0.origin
    }
}

extension Kind<Bool> {
    /// Whether deliveries contain only the ids and operations of documents.
    static let payload = Kind<PayloadForm>.choice().map {
        $0 == .notify
    } back: {
        $0 ? .notify : .documents
    }
}
