package import Health
import Kafka
package import Observation
package import System
import Vocabulary

/// The stream processor: lanes, and a `ProcessFrame` that runs them.
package struct Worker: Sendable {
    package typealias Outcome = ProcessFrame.Outcome

    private let frame: ProcessFrame
    private let makeProcessor: @Sendable () -> Processor

    /// Creates a worker without starting it.
    ///
    /// `makeProcessor` creates the processor of a lane, on the thread of the lane. `partitions` shows readers the state.
    package init(
        _ options: WorkerOptions,
        clocks: Clocks = Clocks(),
        observer: Observer,
        board: ProbeBoard = ProbeBoard(),
        partitions: PartitionBoard? = nil,
        makeProcessor: @escaping @Sendable () -> Processor
    ) {
        frame = ProcessFrame(
            options,
            owner: .worker,
            clocks: clocks,
            observer: observer,
            board: board,
            partitions: partitions
        )
        self.makeProcessor = makeProcessor
    }

    /// Runs until the worker is asked to stop or fails.
    ///
    /// - Parameter waitForStop: Waits for up to this many milliseconds. Returns the source of the stop request, such as
    ///   the name of a signal, or nil if there was none.
    /// - Returns: The outcome. If stopping took too long, a lane may still be in its last call.
    package func run(waitForStop: (Int64) -> String?) -> Outcome {
        frame.run(waitForStop: waitForStop) { context in
            (0..<context.options.lanes).map { number in
                Component(lane: number, context) { startLane(number, context, $0) }
            }
        }
    }

    /// Waits until a broker answers, and logs the reasons as long as no broker answers.
    ///
    /// - Parameter waitForStop: Waits like the parameter of `run`.
    /// - Returns: How the run ended without an answer, or nil if a broker has answered.
    package func reachBroker(waitForStop: (Int64) -> String?) -> Outcome? {
        frame.reachBroker(waitForStop: waitForStop)
    }

    private func startLane(_ number: Int, _ context: LaneContext, _ status: ComponentStatus) {
        context.sweep.release(lane: number)
        status.start("lane \(number)", stackBytes: Lane.stackBytes) { () throws(KafkaError) in
            try Lane(number: number, context, processor: makeProcessor(), status: status).run()
        }
    }
}
