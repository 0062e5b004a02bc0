package import Dispatching
package import Vocabulary
package import Worker

/// The options of the deliveries of a process.
package struct DeliveryOptions: Sendable {
    /// The options for brokers, topics, membership and state.
    package var process: WorkerOptions
    package var dispatch: DispatchOptions
    /// The time zones that settings may name.
    package var zones: ZoneTable
    /// Whether each partition gets a new base when the process first takes it over.
    package var beginsNewBase = false
    /// How long to wait for a connection, and for a whole request.
    package var connectMilliseconds: Int64 = 10_000
    package var requestMilliseconds: Int64 = 30_000

    package init(process: WorkerOptions, dispatch: DispatchOptions, zones: ZoneTable) {
        self.process = process
        self.dispatch = dispatch
        self.zones = zones
    }
}
