import JSON
package import Observation
import Synchronization
package import System

/// The console: files, and an API that shows what the worker does and what it made of the data of one connection.
///
/// It changes nothing. Each request passes the checks of `ConsoleGate` in their order before a handler sees it.
package final class Console: Sendable {
    /// Writes an answer of the API.
    package typealias Handler = @Sendable (ConsoleRequest) throws(ConsoleError) -> Page

    /// The seconds without key or pointer after which the page forgets its token and all health data.
    private static let idleLockSeconds = 900
    private static let minuteMilliseconds: Int64 = 60_000

    private let gate: ConsoleGate
    private let files = ConsoleFiles()
    /// Slow reads of connections never delay what an operator asks of the worker.
    private let workerThread, connectionThreads: ConsoleReaders
    private let worker, connections: Handler
    private let observer: Observer
    private let clocks: Clocks
    /// The time of the last line about refused tokens.
    private let saidRefused: Mutex<Int64>

    /// Creates a console and starts its threads.
    ///
    /// - Parameters:
    ///   - hosts: The names under which the console may be reached, beside `localhost` and IP addresses.
    ///   - tokens: The accepted tokens; nil if only callers on this machine are answered.
    ///   - showsHealthData: Whether `connections` is answered.
    ///   - clocks: The clocks to use.
    ///   - observer: Logs who has read data of connections, and how many tokens were refused.
    ///   - worker: Answers `worker`, `history` and `refusals` on a thread of the console.
    ///   - connections: Answers what is under `connections` on one of two other threads.
    /// - Throws: An error if the system cannot create threads.
    package init(
        hosts: [String],
        tokens: ConsoleTokens?,
        showsHealthData: Bool,
        clocks: Clocks = Clocks(),
        observer: Observer,
        worker: @escaping Handler,
        connections: @escaping Handler
    ) throws(ServingError) {
        gate = ConsoleGate(
            hosts: Set(hosts.map { $0.lowercased() }),
            tokens: tokens,
            showsHealthData: showsHealthData
        )
        workerThread = ConsoleReaders(threads: 1, clocks: clocks)
        connectionThreads = ConsoleReaders(threads: 2, clocks: clocks)
        (self.worker, self.connections, self.observer) = (worker, connections, observer)
        self.clocks = clocks
        saidRefused = Mutex(clocks.steadyMilliseconds())
        guard workerThread.start(), connectionThreads.start() else {
            throw ServingError("--console: the system cannot create more threads")
        }
    }

    deinit {
        workerThread.stop()
        connectionThreads.stop()
    }

    /// The answer if clients take the answers of others too slowly.
    package static let noRoom = ConsoleError(.busy, "too many long answers are being sent: ask again in a second").page

    /// The headers of every answer of a server with a console.
    package static let headers = [
        Page.Header("X-Content-Type-Options", "nosniff"), Page.Header("Referrer-Policy", "no-referrer"),
        Page.Header("Cross-Origin-Resource-Policy", "same-origin"),
        Page.Header("Cross-Origin-Opener-Policy", "same-origin"),
        Page.Header(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
                + "trusted-types 'none'"
        ),
    ]

    /// Does what is due; the server calls it at least four times a second.
    package func turn() {
        workerThread.expire()
        connectionThreads.expire()
        guard let tokens = gate.tokens else { return }
        let now = clocks.steadyMilliseconds()
        let isDue = saidRefused.withLock { said in
            if now - said < Self.minuteMilliseconds { return false }
            said = now
            return true
        }
        guard isDue else { return }
        let count = tokens.takeRefused()
        if count > 0 { observer.consoleRefused(tokens: count) }
    }

    /// Returns the answer to a request, whatever its path.
    package func answer(_ request: HTTPRequest) -> HTTPAnswer {
        do throws(ConsoleError) {
            let host = try gate.host(request)
            let target = RequestTarget(request.target)
            let components = target.components ?? []
            switch components.first {
            case "console": return .page(file(components.dropFirst(), request))
            case "api":
                try gate.origin(request, host)
                return try api(Array(components.dropFirst()), target, request)
            default: return .page(.notFound)
            }
        } catch {
            return .page(error.page)
        }
    }

    private func file(_ components: ArraySlice<String>, _ request: HTTPRequest) -> Page {
        guard components.isEmpty else { return files.page(components.joined(separator: "/"), request) }
        var page = Page(status: 308, contentType: "", body: [UInt8]())
        // A relative address, so that a proxy may add a prefix.
        page.headers.append(Page.Header("Location", "console/"))
        return page
    }

    /// Answers a request below `/api/`; `components` is what follows it.
    private func api(
        _ components: [String],
        _ target: RequestTarget,
        _ request: HTTPRequest
    ) throws(ConsoleError) -> HTTPAnswer {
        let path = components.first == "v1" ? Array(components.dropFirst()) : []
        if path == ["session"] { return .page(session(request)) }
        let isOfWorker = [["worker"], ["history"], ["refusals"]].contains(path)
        let caller = try gate.caller(request, isOfWorker: isOfWorker)
        if isOfWorker { return Self.later(on: workerThread, worker, path, target) { $0 } }
        guard path.first == "connections" else { throw ConsoleError(.notFound, "the API has no such path") }
        return connections(path, target, caller)
    }

    private static func request(_ path: [String], _ target: RequestTarget) throws(ConsoleError) -> ConsoleRequest {
        guard let query = target.query else {
            throw ConsoleError(.badRequest, "the query has a wrong escape, or is not UTF-8")
        }
        return ConsoleRequest(path: path, query: query)
    }

    /// Answers a request below `connections` on another thread, and logs it.
    private func connections(_ path: [String], _ target: RequestTarget, _ caller: ConsoleGate.Caller) -> HTTPAnswer {
        let log: @Sendable (Page) -> Page = { [observer] page in
            observer.consoleRead(status: Int(page.status), path: target.rawPath, tokenMark: caller.tokenMark)
            return page
        }
        guard gate.showsHealthData else {
            let message = "data of connections is off: see --console-health-data"
            return .page(log(ConsoleError(.healthDataOff, message).page))
        }
        return Self.later(on: connectionThreads, connections, path, target, log)
    }

    /// Answers a request on another thread; `note` sees the answer last.
    private static func later(
        on readers: ConsoleReaders,
        _ handler: @escaping Handler,
        _ path: [String],
        _ target: RequestTarget,
        _ note: @escaping @Sendable (Page) -> Page
    ) -> HTTPAnswer {
        .later { done in
            readers.add {
                do throws(ConsoleError) {
                    return try handler(try request(path, target))
                } catch {
                    return error.page
                }
            } done: {
                done(note($0))
            }
        }
    }

    private func session(_ request: HTTPRequest) -> Page {
        let body = Writer.object { writer in
            writer.member("token", gate.session(request).rawValue)
            writer.member("health_data", gate.showsHealthData)
            writer.member("idle_lock", Self.idleLockSeconds)
        }
        return Page(json: body)
    }
}
