/// Lists all replays of a cluster.
package struct ReplayList {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Returns the status of each replay, oldest first; nil if the work was stopped.
    ///
    /// A replay whose topics are live is left out.
    package func replays(_ work: inout LongWork) throws(OperationError) -> [ReplayStatus]? {
        guard let records = try ReplayLookup(cluster).records(&work) else { return nil }
        let groups = try ReplayGroups(cluster)
        var found: [ReplayStatus] = []
        for record in records.values {
            guard work.goesOn() else { return nil }
            if let status = try groups.status(record) { found.append(status) }
        }
        return found.sorted { ($0.beganMilliseconds, $0.into) < ($1.beganMilliseconds, $1.into) }
    }
}
