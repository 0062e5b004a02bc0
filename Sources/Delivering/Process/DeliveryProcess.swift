import Dispatching
import Kafka
package import Observation
package import Requests
package import System
package import Worker

/// The process that delivers jobs: one lane in a `ProcessFrame`.
package struct DeliveryProcess: Sendable {
    private let options: DeliveryOptions
    private let frame: ProcessFrame
    private let observer: DispatchObserver
    private let client: PostClient
    private let secrets: SecretsWatch

    /// Creates the process without starting it.
    ///
    /// `client` sends requests; it must accept as many requests at once as the dispatcher can begin.
    package init(
        _ options: DeliveryOptions,
        client: PostClient,
        secrets: SecretsWatch,
        clocks: Clocks = Clocks(),
        observer: DispatchObserver,
        board: ProbeBoard = ProbeBoard()
    ) {
        self.options = options
        self.client = client
        self.secrets = secrets
        self.observer = observer
        frame = ProcessFrame(
            options.process,
            owner: .dispatcher,
            clocks: clocks,
            observer: observer.observer,
            board: board,
            drainMilliseconds: options.dispatch.drainMilliseconds
        )
    }

    /// Runs until the process is asked to stop or fails.
    ///
    /// - Parameter waitForStop: Waits for up to this many milliseconds. Returns the source of the stop request, such as
    ///   the name of a signal, or nil if there was none.
    /// - Returns: The outcome.
    package func run(waitForStop: (Int64) -> String?) -> ProcessFrame.Outcome {
        frame.run(waitForStop: waitForStop) { context in
            [Component(lane: 0, context) { start(context, $0) }]
        }
    }

    private func start(_ context: LaneContext, _ status: ComponentStatus) {
        context.release(lane: 0)
        // A new lane numbers its requests from 1 again, so results of earlier requests must not arrive.
        client.cancelAll()
        status.start("deliveries", stackBytes: DeliveryLane.stackBytes) { () throws(KafkaError) in
            let lane = try DeliveryLane(
                context,
                options,
                client: client,
                secrets: secrets,
                observer: observer,
                status: status
            )
            lane.run()
        }
    }
}
