/// Brokers as one of them sees them.
package struct ClusterView: Sendable {
    /// One broker, at the address that it has told the others.
    package struct Broker: Hashable, Sendable {
        package let id: Int32
        package let address: String
    }

    package var brokers: [Broker] = []
}
