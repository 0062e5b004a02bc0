import Foundation
import Randomness
import SimulatedRequests
import SimulatedSystem
import Webhooks

/// Those who receive deliveries: what they answer, and what they were sent.
final class Customers {
    /// How a host treats requests for a while.
    enum Mood: CaseIterable {
        case fine, failing, flaky, down, slow, silent, throttling, redirecting, choosy, untrusted, aborting, leaving
    }

    /// A request that has come to a host, or tried to.
    struct Arrival {
        let at: Int64
        let sender: String
        let connection: String
        let id: String
        let sequence: Int64
        let uploads: [String]
        let url: String
        let hasUpserts: Bool
        let ending: PostResult.Ending?

        /// Whether the receiver has taken it.
        var isTaken: Bool { if case .answer(let answer) = ending { answer.outcome == .delivered } else { false } }
        /// Whether the receiver wants no more attempts for the job.
        var isAborted: Bool { if case .answer(let answer) = ending { answer.aborts } else { false } }
        /// Whether the job goes on in its other form.
        var asksForThinForm: Bool {
            if case .answer(let answer) = ending { answer.asksForThinForm } else { false }
        }
    }

    static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    private let world: World
    private let secrets = [try? WebhookSecret(secret)].compactMap(\.self)
    var moods: [String: Mood] = [:]
    private(set) var arrivals: [Arrival] = []
    private var failuresInARow: [String: Int] = [:]
    /// The most requests that a host has not taken in a row.
    private(set) var mostFailuresInARow = 0
    /// What a request has that none may have; nil when nothing was.
    private(set) var fault: String?
    /// What each arrival is shown to before its answer counts.
    var judge: (Arrival) -> String? = { _ in nil }

    init(_ world: World) { self.world = world }

    func reply(_ request: PostRequest, _ sender: SimulatedProcess) -> Receivers.Reply {
        guard let body = Body(request.body) else {
            note("a body that is no delivery: \(String(decoding: request.body, as: UTF8.self))")
            return Receivers.Reply(nil, afterMilliseconds: 0)
        }
        let reply = reply(moods[request.callback.host] ?? .fine, body)
        let arrival = Arrival(
            at: world.now,
            sender: sender.name,
            connection: body.connection,
            id: body.id,
            sequence: body.sequence,
            uploads: body.uploads,
            url: String(decoding: request.callback.url, as: UTF8.self),
            hasUpserts: body.hasUpserts,
            ending: reply.ending
        )
        world.note("arrival of \(arrival)")
        if let wrong = wrongHeader(request, body) { note("\(arrival): \(wrong)") }
        if let wrong = judge(arrival) { note("\(arrival): \(wrong)") }
        arrivals.append(arrival)
        let failures = arrival.isTaken ? 0 : (failuresInARow[request.callback.host] ?? 0) + 1
        failuresInARow[request.callback.host] = failures
        mostFailuresInARow = max(mostFailuresInARow, failures)
        return reply
    }

    private func note(_ wrong: String) { fault = fault ?? wrong }

    private func wrongHeader(_ request: PostRequest, _ body: Body) -> String? {
        func header(_ name: String) -> [UInt8] { Array((request.headers.first { $0.name == name }?.value ?? "").utf8) }
        guard header("webhook-id").elementsEqual(body.id.utf8) else { return "the id of the header is another one" }
        let timestamp = header("webhook-timestamp")
        let message = SignedMessage(id: header("webhook-id"), timestamp: timestamp, body: request.body)
        let seconds = Int64(String(decoding: timestamp, as: UTF8.self)) ?? 0
        let verdict = Verifier.verdict(
            on: message,
            signature: header("webhook-signature"),
            by: secrets,
            nowSeconds: seconds
        )
        return verdict == .verified ? nil : "the signature is \(verdict)"
    }

    private func reply(_ mood: Mood, _ body: Body) -> Receivers.Reply {
        func answer(_ status: Int, after milliseconds: Int, _ retryAfter: String? = nil, _ order: String? = nil)
            -> Receivers.Reply
        {
            let answer = Answer(
                status: status,
                retryAfter: retryAfter.map { Array($0.utf8) },
                delivery: order.map { Array($0.utf8) },
                nowSeconds: world.wallMilliseconds / 1_000
            )
            return Receivers.Reply(.answer(answer), afterMilliseconds: Int64(milliseconds))
        }
        let soon = world.below(100)
        let isFickle = body.connection.hasPrefix("x")
        return switch mood {
        case .fine: answer(204, after: soon)
        case .failing: answer(500, after: soon)
        case .flaky: answer([200, 500, 503][world.below(3)], after: soon)
        case .down: Receivers.Reply(.failure(.connect), afterMilliseconds: Int64(soon))
        case .slow: answer(202, after: 4_000 + world.below(6_000))
        case .silent: Receivers.Reply(nil, afterMilliseconds: 0)
        case .throttling: answer([429, 503][world.below(2)], after: soon, "\(world.below(40))")
        case .redirecting: answer(302, after: soon)
        case .choosy: answer(body.isThin ? 204 : 413, after: soon)
        case .untrusted: Receivers.Reply(.failure(.tls), afterMilliseconds: Int64(soon))
        case .aborting: answer(400, after: soon, nil, "abort-message")
        case .leaving:
            isFickle ? answer([410, 200][world.below(2)], after: soon, nil, "disable") : answer(404, after: soon)
        }
    }
}

/// The body of a delivery as its receiver reads it.
struct Body {
    let id: String
    let connection: String
    let sequence: Int64
    let isThin: Bool
    let uploads: [String]
    let hasUpserts: Bool

    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any],
            object["type"] as? String == "fork.data.updated", object["timestamp"] is String,
            let data = object["data"] as? [String: Any], data["callback_url"] == nil,
            let id = data["id"] as? String, let connection = data["connection_id"] as? String,
            let sequence = data["sequence"] as? Int64, let documents = data["documents"] as? [[String: Any]]
        else { return nil }
        self.id = id
        self.connection = connection
        self.sequence = sequence
        isThin = data["thin"] as? Bool ?? false
        uploads = data["uploads"] as? [String] ?? []
        hasUpserts = documents.contains { $0["op"] as? String == "upsert" }
        if documents.isEmpty || isThin && documents.contains(where: { $0["document"] != nil }) { return nil }
    }
}
