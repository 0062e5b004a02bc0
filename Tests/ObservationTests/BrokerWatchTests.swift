import Observation
import Testing

/// Brokers that are lost and come back, as the clients of a process see it.
struct BrokerWatchTests {
    /// A moment: who hears what of which broker.
    private enum Step {
        case failed(Int32)
        case responded(Int32, count: Int64, lane: Int)
        case seconds(Int64)
    }

    /// Performs the steps, and returns the log without its times.
    private func transcript(_ steps: Step...) -> [String] {
        let recording = Recording()
        let observer = recording.observer(level: .info)
        for step in steps {
            switch step {
            case .failed(let broker): observer.brokerFailed(broker, at: "kafka-\(broker):9092", reason: "refused")
            case .responded(let broker, let count, let lane):
                observer.brokerResponded(broker, at: "kafka-\(broker):9092", responses: count, lane: lane)
            case .seconds(let seconds): recording.turn(by: seconds * 1_000)
            }
        }
        return recording.all.map { String($0.dropFirst(25).dropLast()) }
    }

    private static let lost =
        "warning broker_lost  a broker is gone; clients keep trying to connect broker=1 address=kafka-1:9092 reason=refused"

    private static func back(after seconds: Int) -> String {
        "info    broker_back  a broker that was gone answers again broker=1 address=kafka-1:9092 seconds=\(seconds)"
    }

    @Test func `a loss and a return are said once, although several clients notice them`() {
        let log = transcript(
            .responded(1, count: 4, lane: 0),
            .responded(1, count: 9, lane: 1),
            .failed(1),
            .failed(1),
            .seconds(5),
            .failed(1),
            .responded(1, count: 5, lane: 0),
            .responded(1, count: 9, lane: 1),
            .seconds(5),
            .responded(1, count: 6, lane: 0),
            .responded(1, count: 12, lane: 1),
            .seconds(5),
            .responded(1, count: 8, lane: 0)
        )
        #expect(log == [Self.lost, Self.back(after: 10)])
    }

    @Test func `responses from before the loss are no return`() {
        let log = transcript(
            .responded(1, count: 4, lane: 0),
            .seconds(3),
            .failed(1),
            .seconds(2),
            .responded(1, count: 6, lane: 0),
            .seconds(5),
            .responded(1, count: 6, lane: 0)
        )
        #expect(log == [Self.lost])
    }

    @Test func `a new client, which counts from 0, notices the return with its second count`() {
        let log = transcript(
            .responded(1, count: 400, lane: 0),
            .failed(1),
            .responded(1, count: 401, lane: 0),
            .seconds(20),
            .responded(1, count: 0, lane: 0),
            .responded(1, count: 3, lane: 0),
            .seconds(5),
            .responded(1, count: 7, lane: 0)
        )
        #expect(log == [Self.lost, Self.back(after: 25)])
    }

    @Test func `a broker that has never answered is not lost, and another broker is another matter`() {
        let log = transcript(
            .responded(1, count: 0, lane: 0),
            .failed(1),
            .responded(2, count: 7, lane: 0),
            .failed(1),
            .responded(1, count: 1, lane: 0),
            .failed(1),
            .responded(2, count: 9, lane: 0)
        )
        #expect(log == [Self.lost])
    }

    @Test func `a broker that is lost again is said again`() {
        let log = transcript(
            .responded(1, count: 1, lane: 0),
            .failed(1),
            .responded(1, count: 1, lane: 0),
            .seconds(5),
            .responded(1, count: 2, lane: 0),
            .seconds(60),
            .failed(1),
            .responded(1, count: 2, lane: 0),
            .seconds(7),
            .responded(1, count: 3, lane: 0)
        )
        #expect(log == [Self.lost, Self.back(after: 5), Self.lost, Self.back(after: 7)])
    }
}
