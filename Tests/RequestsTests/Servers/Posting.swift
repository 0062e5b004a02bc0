import Foundation
import Requests
import Synchronization
import System
import Testing
import Webhooks

/// How long a test waits for what must come.
let patience: Duration = .seconds(300)

/// Whether it comes to be so while a test is patient.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + patience
    while try !isSo() {
        guard ContinuousClock.now < deadline else { return false }
        usleep(10_000)
    }
    return true
}

let loopback = IPAddress.v4(0x7F00_0001)

/// A resolver whose answers a test changes, and that counts its lookups.
final class TestResolver: Sendable {
    private let contents: Mutex<(addresses: [IPAddress], hosts: [String])>

    init(_ addresses: [IPAddress] = [loopback]) { contents = Mutex((addresses, [])) }

    var hosts: [String] { contents.withLock { $0.hosts } }

    func answer(_ addresses: [IPAddress]) { contents.withLock { $0.addresses = addresses } }

    func resolve(_ host: String) -> [IPAddress] {
        contents.withLock { contents in
            contents.hosts.append(host)
            return contents.addresses
        }
    }
}

/// A client with what tests ask of it.
struct Posting {
    let rules: CallbackRules
    let client: PostClient
    private let rings = WakeupEvent()

    init(
        ports: Set<UInt16> = [],
        allowsLoopback: Bool = true,
        requestsMax: Int = 64,
        idleConnectionsMax: Int = 64,
        authorities: String? = nil,
        clocks: Clocks = Clocks(),
        resolve: @escaping @Sendable (String) throws(LookupFailure) -> [IPAddress] = { _ in [loopback] }
    ) throws {
        rules = CallbackRules(allowedPorts: ports, allowsLoopback: allowsLoopback)
        let options = PostOptions(
            rules: rules,
            requestsMax: requestsMax,
            authoritiesFile: authorities,
            idleConnectionsMax: idleConnectionsMax
        )
        let rings = rings
        client = try PostClient(options, clocks: clocks, resolve: resolve)
        client.onResults { rings.ring() }
    }

    @discardableResult
    func submit(
        _ id: UInt64,
        _ url: String,
        body: [UInt8] = Array("{}".utf8),
        connectMilliseconds: Int64 = 300_000,
        milliseconds: Int64 = 300_000
    ) throws -> Bool {
        client.submit(
            PostRequest(
                id: id,
                callback: try CallbackAddress(Array(url.utf8), rules),
                headers: SignedMessage(id: Array("job".utf8), timestamp: Array("1700000000".utf8), body: body)
                    .headers(signature: "v1,abc", version: "1", traceparent: nil),
                body: body,
                connectTimeoutMilliseconds: connectMilliseconds,
                timeoutMilliseconds: milliseconds
            )
        )
    }

    /// Waits for so many results.
    func results(_ count: Int) -> [PostResult] {
        var results: [PostResult] = []
        let deadline = ContinuousClock.now + patience
        while results.count < count, ContinuousClock.now < deadline {
            results += client.takeResults()
            if results.count < count { rings.wait(milliseconds: 1_000) }
        }
        return results
    }

    /// Performs one request, and waits for its result.
    func post(_ url: String, body: [UInt8] = Array("{}".utf8), milliseconds: Int64 = 300_000) throws -> PostResult {
        #expect(try submit(1, url, body: body, milliseconds: milliseconds))
        return try #require(results(1).first)
    }
}
