/// Events of the erasure of connections.
extension Observer {
    /// Reports that the erasure of connections was committed, without logging their ids.
    package func forgotten(lane: Int, partition: Int32, connections: Int) {
        log(.info, "forgotten", "connections erased with their documents and state") { line in
            line.place(lane, partition)
            line.number("connections", connections)
        }
    }
}
