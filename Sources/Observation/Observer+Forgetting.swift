/// Events of the erasure of connections.
extension Observer {
    /// Reports that the erasure of connections is committed.
    ///
    /// Their ids are not logged.
    package func forgotten(lane: Int, partition: Int32, connections: Int) {
        log(.info, "forgotten", "connections erased with their documents and state") { line in
            line.place(lane, partition)
            line.number("connections", connections)
        }
    }
}
