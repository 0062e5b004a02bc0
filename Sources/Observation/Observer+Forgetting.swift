/// Connections that are forgotten.
extension Observer {
    /// Documents and state of connections are removed, and that is committed; whose they were is not said.
    package func forgotten(lane: Int, partition: Int32, connections: Int) {
        log(.info, "forgotten", "connections are forgotten: their documents and their state are removed") { line in
            line.number("lane", lane)
            line.number("partition", Int(partition))
            line.number("connections", connections)
        }
    }
}
