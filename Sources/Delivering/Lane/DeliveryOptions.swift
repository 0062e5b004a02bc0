package import Dispatching
package import Vocabulary
package import Worker

/// The options of a process that delivers jobs.
package struct DeliveryOptions: Sendable {
    /// The options for brokers, topics, membership and state.
    package var process: WorkerOptions
    package var dispatch: DispatchOptions
    /// The time zones that settings may name.
    package var zones: ZoneTable

    package init(process: WorkerOptions, dispatch: DispatchOptions, zones: ZoneTable) {
        self.process = process
        self.dispatch = dispatch
        self.zones = zones
    }
}
