import Observation
import Options
import Serving
import Worker

/// Health and metrics of this process, where they were asked for.
enum ProbePages {
    /// Begins to serve them, before anything that could take its time.
    ///
    /// - Returns: The server, to be kept as long as the process lives; nil where none was asked for.
    static func serve(
        at address: HTTPAddress?,
        _ board: ProbeBoard,
        _ observer: Observer
    ) throws(StartError) -> PageServer? {
        guard let address else { return nil }
        let pages = WorkerPages(board, observer)
        do throws(ServingError) {
            let server = try PageServer(host: address.host, port: address.port) { pages.answer($0) }
            observer.serving(at: server.address)
            return server
        } catch {
            throw StartError(error.description)
        }
    }
}
