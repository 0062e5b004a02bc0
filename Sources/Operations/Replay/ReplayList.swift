/// Lists all replays of a cluster.
package struct ReplayList {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Returns the status of each replay, oldest first.
    ///
    /// A replay whose topics are live is left out.
    package func replays() throws(OperationError) -> [ReplayStatus] {
        let records = try ReplayLookup(cluster).records()
        let groups = try ReplayGroups(cluster)
        var found: [ReplayStatus] = []
        for record in records.values {
            try cluster.progress.checkCancellation()
            if let status = try groups.status(record) { found.append(status) }
        }
        return found.sorted { ($0.beganMilliseconds, $0.into) < ($1.beganMilliseconds, $1.into) }
    }
}
