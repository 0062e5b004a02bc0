package import SimulatedSystem
import Webhooks

/// Performs POST requests, as the room's `PostClient` does.
///
/// What has left a process arrives, whatever becomes of the process then.
package final class PostClient: Sendable {
    private final class Transfer {
        let request: PostRequest
        let began: Int64
        var isOver = false

        init(_ request: PostRequest, at now: Int64) {
            self.request = request
            began = now
        }
    }

    private let options: PostOptions
    private nonisolated(unsafe) let process: SimulatedProcess
    private nonisolated(unsafe) var underWay: [UInt64: Transfer] = [:]
    private nonisolated(unsafe) var results: [PostResult] = []
    private nonisolated(unsafe) var call: () -> Void = {}

    package init(_ options: PostOptions, of process: SimulatedProcess) {
        self.options = options
        self.process = process
    }

    private var world: World { .current }

    package func submit(_ request: PostRequest) -> Bool {
        process.call("submit \(request.id)")
        if process.isDead { return true }
        guard underWay.count + results.count < options.requestsMax, underWay[request.id] == nil else { return false }
        let transfer = Transfer(request, at: world.now)
        underWay[request.id] = transfer
        later(Int64(1 + world.below(30))) { [self] in send(transfer) }
        later(request.timeoutMilliseconds) { [self] in end(transfer, .failure(.timeout)) }
        return true
    }

    package func onResults(_ call: @escaping @Sendable () -> Void) { self.call = call }

    package func takeResults() -> [PostResult] {
        defer { results = [] }
        return results
    }

    package func cancel(_ ids: [UInt64]) {
        for id in ids { underWay.removeValue(forKey: id)?.isOver = true }
        results.removeAll { ids.contains($0.id) }
    }

    package func cancelAll() {
        for transfer in underWay.values { transfer.isOver = true }
        underWay = [:]
        results = []
    }

    /// Calls the body when so much time has passed and the process does not stand still, unless it is killed before.
    private func later(_ milliseconds: Int64, _ body: @escaping () -> Void) {
        world.at(world.now + milliseconds) { [self] in
            if process.isDead { return }
            let pause = process.standsStillUntil - world.now
            if pause > 0 { later(pause, body) } else { body() }
        }
    }

    private func send(_ transfer: Transfer) {
        if transfer.isOver { return }
        world.at(world.now + Int64(world.below(20))) { [self] in
            let reply = Receivers.reply(transfer.request, process)
            guard let ending = reply.ending else { return }
            later(reply.afterMilliseconds) { [self] in end(transfer, ending) }
        }
    }

    private func end(_ transfer: Transfer, _ ending: PostResult.Ending) {
        if transfer.isOver { return }
        transfer.isOver = true
        underWay[transfer.request.id] = nil
        world.note("request \(transfer.request.id) ends: \(ending)")
        let duration = world.now - transfer.began
        results.append(PostResult(id: transfer.request.id, ending: ending, reason: nil, durationMilliseconds: duration))
        call()
    }
}
