/// All replays of a cluster.
package struct ReplayList {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// How each replay is, the oldest first; nil when the work was stopped.
    ///
    /// One whose topics are live is none any more.
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
