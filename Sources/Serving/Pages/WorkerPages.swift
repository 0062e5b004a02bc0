package import Observation
package import System
package import Worker

/// What a worker answers on each path.
package struct WorkerPages: Sendable {
    private let board: ProbeBoard
    private let observer: Observer
    private let clocks: Clocks

    /// The pages of a worker with this board and observer, and the clocks that its lanes go by.
    package init(_ board: ProbeBoard, _ observer: Observer, clocks: Clocks = Clocks()) {
        self.board = board
        self.observer = observer
        self.clocks = clocks
    }

    /// The answer to a request; it waits for nobody.
    package func answer(_ request: PageRequest) -> Page {
        let snapshot = board.snapshot(at: clocks.steadyMilliseconds())
        switch request.path {
        case "/livez": return Self.probe(snapshot.stuck)
        case "/startupz": return Self.probe(snapshot.awaited)
        case "/readyz": return Self.probe(snapshot.unserved)
        case "/metrics": return metrics(snapshot, request.accept)
        default: return .notFound
        }
    }

    /// 200 where nothing is wrong, else 503 with a line for each thing that is.
    private static func probe(_ faults: [String]) -> Page {
        faults.isEmpty
            ? Page(body: "ok\n") : Page(status: 503, body: faults.map { $0 + "\n" }.joined())
    }

    private func metrics(_ snapshot: ProbeSnapshot, _ accept: String?) -> Page {
        let format = Accept.format(accept)
        return Page(
            contentType: format.contentType,
            body: observer.metricsPage(format, isReady: snapshot.unserved.isEmpty)
        )
    }
}
