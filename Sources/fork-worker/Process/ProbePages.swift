import Observation
import Options
import Serving
import Worker

/// The pages of this process: health, metrics and the console.
enum ProbePages {
    /// Starts to serve the pages; called before any slow step of the start.
    ///
    /// - Returns: The server, which must be kept until the process ends; nil without an address.
    static func serve(
        at address: HTTPAddress?,
        _ board: ProbeBoard,
        _ observer: Observer,
        _ console: ServedConsole? = nil
    ) throws(StartError) -> PageServer? {
        guard let address else { return nil }
        let pages = WorkerPages(board, observer)
        let turn: @Sendable () -> Void = if let console { console.turn } else { {} }
        do throws(ServingError) {
            let server = try PageServer(
                host: address.host,
                port: address.port,
                headers: console == nil ? [] : Console.headers,
                noRoom: Console.noRoom,
                eachTurn: turn
            ) { request in
                if let page = pages.answer(request) { return .page(page) }
                return console?.answer(request) ?? .page(.notFound)
            }
            if server.lacksIPv6 { observer.ipv6Missing(at: server.address) }
            observer.serving(at: server.address)
            return server
        } catch {
            throw StartError(error.description, code: .addressUnusable)
        }
    }

    /// Returns the address of a server, with the port that the system chose; nil without a server.
    static func address(_ server: borrowing PageServer?) -> String? {
        switch server {
        case .some(let server): server.address
        case nil: nil
        }
    }
}
