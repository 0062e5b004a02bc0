import CCurl
import System
import Webhooks

/// The work of the client's thread: begins requests, drives libcurl, and hands results over.
final class PostLoop {
    /// The longest wait when nothing is due.
    private static let idleMilliseconds: Int64 = 60_000

    private let multi: MultiHandle
    private let options: PostOptions
    private let clocks: Clocks
    private let desk: PostDesk
    private let lookups: LookupThreads
    private var transfers: [UInt64: Transfer] = [:]
    /// The requests that wait for the addresses of a name.
    private var resolving: [String: [UInt64]] = [:]
    private var results: [PostResult] = []

    init(
        _ multi: MultiHandle,
        _ options: PostOptions,
        _ clocks: Clocks,
        _ desk: PostDesk,
        _ lookups: LookupThreads
    ) {
        self.multi = multi
        self.options = options
        self.clocks = clocks
        self.desk = desk
        self.lookups = lookups
    }

    /// Works until the desk is closed.
    func run() {
        while true {
            let orders = desk.takeOrders()
            for cancellation in orders.cancellations {
                cancellation.ids.forEach(drop)
                cancellation.done.ring()
            }
            if orders.isClosing { break }
            for (request, milliseconds) in orders.submissions { begin(request, at: milliseconds) }
            for (host, addresses) in orders.lookups { found(host, addresses) }
            multi.perform()
            while let (transfer, code) = multi.nextDone() { ended(transfer, code) }
            let wait = expire()
            if !results.isEmpty {
                desk.put(results)
                results = []
            }
            multi.wait(for: desk.bell, milliseconds: Int32(clamping: wait))
        }
        Array(transfers.keys).forEach(drop)
    }

    private func begin(_ request: PostRequest, at milliseconds: Int64) {
        let transfer = Transfer(request, options.rules, at: milliseconds)
        transfers[request.id] = transfer
        start(transfer)
    }

    /// Has libcurl work on a transfer, on its route.
    private func start(_ transfer: Transfer) {
        let handle = EasyHandle(
            transfer,
            authoritiesFile: options.authoritiesFile,
            at: clocks.steadyMilliseconds()
        )
        guard let handle, multi.add(handle) else { return finish(transfer, .failure(.connect)) }
        transfer.handle = consume handle
    }

    private func ended(_ transfer: Transfer, _ code: CURLcode) {
        if let handle = transfer.handle.take() { multi.remove(handle) }
        guard transfer.needsNewConnection(after: code) else {
            let nowSeconds = clocks.wallMilliseconds() / 1_000
            return finish(transfer, transfer.ending(after: code, nowSeconds: nowSeconds))
        }
        transfer.beginConnecting(at: clocks.steadyMilliseconds())
        if let literal = transfer.callback.literal {
            connect(transfer, [literal])
        } else {
            transfer.turn(to: .resolving)
            // Requests that wait for a name share a lookup.
            if resolving[transfer.callback.host] == nil { lookups.ask(transfer.callback.host) }
            resolving[transfer.callback.host, default: []].append(transfer.id)
        }
    }

    private func found(_ host: String, _ addresses: [IPAddress]) {
        for id in resolving.removeValue(forKey: host) ?? [] {
            if let transfer = transfers[id] { connect(transfer, addresses) }
        }
    }

    /// Makes a new connection, if all addresses of the host may be connected to.
    private func connect(_ transfer: Transfer, _ addresses: [IPAddress]) {
        if addresses.isEmpty { return finish(transfer, .failure(.connect)) }
        guard options.rules.accepts(addresses, of: transfer.callback) else {
            return finish(transfer, .failure(.address))
        }
        transfer.turn(to: .new(addresses))
        start(transfer)
    }

    /// Ends the requests that have waited too long for addresses.
    ///
    /// - Returns: The time until the next one has, or a long one.
    private func expire() -> Int64 {
        let now = clocks.steadyMilliseconds()
        var wait = Self.idleMilliseconds
        for id in resolving.values.joined() {
            guard let transfer = transfers[id] else { continue }
            let remaining = transfer.connectDeadlineMilliseconds - now
            if remaining > 0 { wait = min(wait, remaining) } else { finish(transfer, .failure(.timeout)) }
        }
        return wait
    }

    private func finish(_ transfer: Transfer, _ ending: PostResult.Ending) {
        drop(transfer.id)
        let milliseconds = clocks.steadyMilliseconds() - transfer.submittedMilliseconds
        results.append(PostResult(id: transfer.id, ending: ending, durationMilliseconds: milliseconds))
    }

    /// Removes a request, and closes its connection unless it is done.
    private func drop(_ id: UInt64) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        if let handle = transfer.handle.take() { multi.remove(handle) }
        guard case .resolving = transfer.route else { return }
        let host = transfer.callback.host
        resolving[host]?.removeAll { $0 == id }
        if resolving[host]?.isEmpty == true {
            resolving[host] = nil
            lookups.forget(host)
        }
    }
}
