import Observation
import Serving
import System
import Worker

/// The pages of a worker: probes and metrics.
struct WorkerPages: Sendable {
    private let board: ProbeBoard
    private let observer: Observer
    /// The clocks of the lanes.
    private let clocks = Clocks()

    init(_ board: ProbeBoard, _ observer: Observer) {
        self.board = board
        self.observer = observer
    }

    /// Returns the response to a request without blocking; nil for another path.
    func answer(_ request: HTTPRequest) -> Page? {
        let snapshot = board.snapshot(at: clocks.steadyMilliseconds())
        switch request.path {
        case "/livez": return Self.probe(snapshot.stuck)
        case "/startupz": return Self.probe(snapshot.awaited)
        case "/readyz": return Self.probe(snapshot.unserved, others: snapshot.owed)
        case "/metrics": return metrics(snapshot, request.values("accept").first)
        default: return nil
        }
    }

    /// Returns status 200 if there is no fault, and otherwise 503 with one line per fault.
    ///
    /// `others` are the lines of the page if there is no fault.
    private static func probe(_ faults: [String], others: [String] = []) -> Page {
        guard faults.isEmpty else { return Page(status: 503, body: faults.map { $0 + "\n" }.joined()) }
        return Page(body: others.isEmpty ? "ok\n" : others.map { $0 + "\n" }.joined())
    }

    private func metrics(_ snapshot: ProbeSnapshot, _ accept: String?) -> Page {
        let format = Accept.format(accept)
        return Page(
            contentType: format.contentType,
            body: observer.metricsPage(format, isReady: snapshot.unserved.isEmpty)
        )
    }
}
