package import Dispatching
package import Vocabulary

/// Makes waiting jobs due at once, by writing the settings of their connections again.
package struct DeliveryRetry {
    /// The jobs to make due.
    package enum Choice: Sendable, Equatable {
        /// The jobs that wait for this host, which is a name with or without a port.
        case host(String)
        case connections([String])
        case all

        /// Returns the connections whose settings must be written again.
        package func connections(of waiting: [WaitingConnection]) -> Set<ConnectionID> {
            if case .connections(let ids) = self { return Set(ids.compactMap { ConnectionID(Array($0.utf8)) }) }
            // If the connection is off, writing its settings again would turn it on.
            return Set(waiting.filter { $0.waiting > 0 && !$0.isOff && includes($0.hostAndPort) }.map(\.connection))
        }

        private func includes(_ hostAndPort: String?) -> Bool {
            guard case .host(let name) = self else { return true }
            guard let hostAndPort else { return false }
            let wanted = name.lowercased()
            let host = hostAndPort.lastIndex(of: ":").map { hostAndPort[..<$0] }
            return wanted == hostAndPort || host.map { wanted == $0 } ?? false
        }
    }

    private let cluster: Cluster
    private let zones: ZoneTable

    package init(_ cluster: Cluster, zones: ZoneTable) {
        self.cluster = cluster
        self.zones = zones
    }

    /// Writes the settings again, unchanged, and returns the number of connections.
    package func run(_ choice: Choice) throws(OperationError) -> Int {
        var waiting: [WaitingConnection] = []
        if case .connections = choice {} else { waiting = try WaitingList(cluster).connections() }
        let connections = choice.connections(of: waiting)
        if connections.isEmpty { return 0 }
        let update = SettingsUpdate(in: cluster, zones: zones, allowsLoopback: false)
        guard case .written(let written) = try update.write(.again(connections)) else { return 0 }
        return written.connections.count
    }
}
