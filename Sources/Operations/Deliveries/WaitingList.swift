package import Dispatching
import Vocabulary

/// Reads the connections that have waiting jobs or are off, from the state of the dispatchers.
package struct WaitingList {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Reads the state topic to its end.
    ///
    /// - Parameter connection: The only connection to list; nil for all.
    /// - Returns: The connections, in the order of their ids.
    /// - Throws: If the topic is missing or unreadable, or if the command is cancelled.
    package func connections(_ connection: String? = nil) throws(OperationError) -> [WaitingConnection] {
        var waiting = WaitingConnections()
        try StateRows(cluster: cluster).read(of: connection.map { Array($0.utf8) }) {
            change,
            partition throws(UnreadableRow) in
            try waiting.take(change, of: partition)
        }
        return waiting.list
    }

    /// Returns the name and port of the receiver for which the jobs of a connection wait; nil if it is unknown.
    package func host(of connection: String) throws(OperationError) -> String? {
        try connections(connection).first?.hostAndPort
    }
}
