import JSON
package import Kafka
package import Observation
package import System

/// Passes the events of a lane's consumer to the observer, and updates the time of the last answer of a broker.
///
/// A class, because it keeps state between the callbacks of librdkafka, which run on the lane's thread.
package final class LaneReports {
    private let lane: Int
    private let observer: Observer
    private let status: ComponentStatus
    private let clocks: Clocks
    private let others: (ClientEvent) -> Void
    private var parser = Parser()
    private var answers = AnswerWatch()

    package init(_ lane: Int, _ observer: Observer, _ status: ComponentStatus, _ clocks: Clocks) {
        self.lane = lane
        self.observer = observer
        self.status = status
        self.clocks = clocks
        others = ClientReports.sink(observer)
    }

    package func note(_ event: ClientEvent) {
        guard case .statistics(let text) = event else { return others(event) }
        guard let statistics = ConsumerStatistics(text, by: &parser) else { return }
        observer.queued(Int(clamping: statistics.fetched), in: .fetched, lane: lane)
        observer.queued(Int(clamping: statistics.events), in: .events, lane: lane)
        for (id, broker) in statistics.brokers {
            observer.brokerResponded(id, at: broker.address, responses: broker.responses, lane: lane)
        }
        let now = clocks.steadyMilliseconds()
        guard let time = answers.look(statistics.responses, at: now) else { return }
        status.answered(at: time)
        observer.answered(lane: lane, at: clocks.wallMilliseconds() - (now - time))
    }
}
