import CCurl
import System
import Webhooks

/// The work of the client's thread: begins requests, drives libcurl, and hands results over.
final class PostLoop {
    /// The longest wait when nothing is due.
    private static let idleMilliseconds: Int64 = 60_000
    private static let refusal = FailureReason("the host has an address that must not be called")

    private let multi: MultiHandle
    private let options: PostOptions
    private let clocks: Clocks
    private let mailbox: PostMailbox
    private let lookups: LookupThreads
    private var transfers: [UInt64: Transfer] = [:]
    /// The ids of the requests that wait for a lookup, by host name.
    private var resolving: [String: [UInt64]] = [:]
    private var results: [PostResult] = []

    init(
        _ multi: MultiHandle,
        _ options: PostOptions,
        _ clocks: Clocks,
        _ mailbox: PostMailbox,
        _ lookups: LookupThreads
    ) {
        self.multi = multi
        self.options = options
        self.clocks = clocks
        self.mailbox = mailbox
        self.lookups = lookups
    }

    /// Works until the mailbox is closed.
    func run() {
        while true {
            let orders = mailbox.takeOrders()
            for cancellation in orders.cancellations {
                cancellation.ids.forEach(drop)
                cancellation.done.ring()
            }
            if orders.isClosing { break }
            for (request, milliseconds) in orders.submissions { begin(request, at: milliseconds) }
            for (host, found) in orders.lookups { lookedUp(host, found) }
            multi.perform()
            while let (transfer, code) = multi.nextDone() { ended(transfer, code) }
            let wait = expire()
            if !results.isEmpty {
                mailbox.put(results)
                results = []
            }
            multi.wait(milliseconds: Int32(clamping: wait))
        }
        Array(transfers.keys).forEach(drop)
    }

    private func begin(_ request: PostRequest, at milliseconds: Int64) {
        let transfer = Transfer(request, options.rules, at: milliseconds)
        transfers[request.id] = transfer
        start(transfer)
    }

    /// Lets libcurl begin a transfer on the transfer's route.
    private func start(_ transfer: Transfer) {
        let handle = EasyHandle(
            transfer,
            authoritiesFile: options.authoritiesFile,
            at: clocks.steadyMilliseconds()
        )
        guard let handle, multi.add(handle) else {
            return finish(transfer, .failure(.connect), FailureReason("no memory is left"))
        }
        transfer.handle = consume handle
    }

    private func ended(_ transfer: Transfer, _ code: CURLcode) {
        var reason: FailureReason?
        if let handle = transfer.handle.take() {
            reason = handle.reason(of: code)
            multi.remove(handle)
        }
        guard transfer.needsNewConnection(after: code) else {
            let ending = transfer.ending(after: code, nowSeconds: clocks.wallMilliseconds() / 1_000)
            return finish(transfer, ending, ending == .failure(.address) ? Self.refusal : reason)
        }
        transfer.beginConnecting(at: clocks.steadyMilliseconds())
        if let literal = transfer.callback.literal {
            connect(transfer, [literal])
        } else {
            transfer.turn(to: .resolving)
            // Requests that wait for the same name share a lookup.
            if resolving[transfer.callback.host] == nil { lookups.ask(transfer.callback.host) }
            resolving[transfer.callback.host, default: []].append(transfer.id)
        }
    }

    private func lookedUp(_ host: String, _ found: Result<[IPAddress], LookupFailure>) {
        for id in resolving.removeValue(forKey: host) ?? [] {
            guard let transfer = transfers[id] else { continue }
            switch found {
            case .success(let addresses): connect(transfer, addresses)
            case .failure(let failure): finish(transfer, .failure(.connect), FailureReason(failure.reason))
            }
        }
    }

    /// Makes a new connection, if all addresses of the host are allowed.
    private func connect(_ transfer: Transfer, _ addresses: [IPAddress]) {
        if addresses.isEmpty {
            return finish(transfer, .failure(.connect), FailureReason("the name has no address"))
        }
        guard options.rules.accepts(addresses, of: transfer.callback) else {
            return finish(transfer, .failure(.address), Self.refusal)
        }
        transfer.turn(to: .new(addresses))
        start(transfer)
    }

    /// Ends requests whose lookup takes too long, and returns the time until the next of these timeouts (60 s if none).
    private func expire() -> Int64 {
        let now = clocks.steadyMilliseconds()
        var wait = Self.idleMilliseconds
        for id in resolving.values.joined() {
            guard let transfer = transfers[id] else { continue }
            let remaining = transfer.connectDeadlineMilliseconds - now
            if remaining > 0 {
                wait = min(wait, remaining)
            } else {
                finish(transfer, .failure(.timeout), FailureReason("the name was not looked up in time"))
            }
        }
        return wait
    }

    /// Ends a request; `reason` is left out of a result that is an answer.
    private func finish(_ transfer: Transfer, _ ending: PostResult.Ending, _ reason: FailureReason?) {
        drop(transfer.id)
        let milliseconds = clocks.steadyMilliseconds() - transfer.submittedMilliseconds
        var isAnswer = false
        if case .answer = ending { isAnswer = true }
        results.append(
            PostResult(
                id: transfer.id,
                ending: ending,
                reason: isAnswer ? nil : reason,
                durationMilliseconds: milliseconds
            )
        )
    }

    /// Removes a request, and closes its connection unless the request is done.
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
