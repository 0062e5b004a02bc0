import Clients
import Glibc
import Serving
import System
import Testing

/// Over a real socket, as clients are.
struct PageServerTests {
    /// A server that says what it was asked.
    private static func server(_ host: String = "127.0.0.1", port: UInt16 = 0) throws -> PageServer {
        try PageServer(host: host, port: port) { request in
            let accept = request.values("accept").first ?? "-"
            let isLong = request.path == "/long"
            return .page(Page(body: isLong ? String(repeating: "long ", count: 20_000) : "[\(request.path) \(accept)]"))
        }
    }

    private static func port(_ server: borrowing PageServer) throws -> UInt16 {
        try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    @Test func `GET gets the page, and the query is ignored`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("GET /livez?verbose=1 HTTP/1.1\r\nHost: h\r\nAccept: text/plain\r\nConnection: close\r\n\r\n")
        let answer = line.hear()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n[/livez text/plain]"))
    }

    @Test func `HEAD has the headers of GET and no body`() throws {
        let server = try Self.server()
        let heads = try ["GET", "HEAD"].map { method in
            let line = Line(port: try Self.port(server))
            line.say("\(method) /long HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            return line.hear().split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
        }
        let kept = heads.map { parts in parts[0].split(separator: "\r\n").filter { !$0.hasPrefix("Date:") } }
        #expect(kept[0] == kept[1])
        #expect(kept[0].contains("Content-Length: 100000"))
        #expect(heads[0][1].count == 100_000)
        #expect(heads[1][1].isEmpty)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
    func `other methods are refused, with those that are taken`(method: String) throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("\(method) /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
        let answer = line.hear()
        #expect(answer.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.contains("\r\nAllow: GET, HEAD\r\n"))
    }

    @Test func `HTTP 1.0 is answered, and its connection closed`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("GET /readyz HTTP/1.0\r\n\r\n")
        let answer = line.hear()
        #expect(answer.contains(" 200 OK\r\n"))
        #expect(answer.hasSuffix("[/readyz -]"))
    }

    @Test func `requests that come at once are answered one after the other`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say((0..<3).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        let answer = line.hear(until: "]", times: 3)
        #expect(answer.ranges(of: "HTTP/1.1 200 OK").count == 3)
        let places = (0..<3).compactMap { answer.firstRange(of: "[/\($0) -]")?.lowerBound }
        #expect(places.count == 3)
        #expect(places == places.sorted())
    }

    @Test func `a connection is kept for the next request`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        for number in 0..<3 {
            line.say("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(line.hear(until: "]").hasSuffix("[/\(number) -]"))
        }
    }

    @Test(arguments: [
        ("GET /livez HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 9 << 10))\r\n\r\n", "431"),
        ("GET /livez HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 90 << 10))\r\n\r\n", "431"),
        ("GET /\(String(repeating: "x", count: 9 << 10)) HTTP/1.1\r\nHost: h\r\n\r\n", "431"),
        ("GET /livez HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 7 << 10))\r\n\r\n", "200"),
    ])
    func `a request of more than 8 KiB is refused`(request: String, status: String) throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say(request)
        #expect(line.hear(until: "\r\n").hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test func `a body that makes a request longer than 8 KiB ends its connection`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("GET /livez HTTP/1.1\r\nHost: h\r\nContent-Length: 90000\r\n\r\n")
        for _ in 0..<90 { line.say(String(repeating: "b", count: 1_000)) }
        #expect(!line.hear().contains("[/livez"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a client that sends a byte a second is cut off after five seconds, and others are served meanwhile`()
        async throws
    {
        try await onOwnThread {
            let server = try Self.server()
            let slow = Line(port: try Self.port(server))
            let clocks = Clocks()
            let began = clocks.steadyMilliseconds()
            let request = "GET /livez HTTP/1.1\r\nHost: slow.example\r\n\r\n"
            var said = 0
            for byte in request {
                slow.say(String(byte))
                said += 1
                let quick = Line(port: try Self.port(server))
                quick.say("GET /quick HTTP/1.0\r\n\r\n")
                #expect(quick.hear().hasSuffix("[/quick -]"))
                clocks.sleep(milliseconds: 1_000)
                if slow.isClosed { break }
            }
            let took = clocks.steadyMilliseconds() - began
            #expect(took >= 5_000)
            #expect(slow.isClosed && said < request.count)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a client that says nothing is cut off after five seconds`() async throws {
        try await onOwnThread {
            let server = try Self.server()
            let clocks = Clocks()
            let began = clocks.steadyMilliseconds()
            let silent = Line(port: try Self.port(server))
            #expect(silent.hear().isEmpty)
            #expect(clocks.steadyMilliseconds() - began >= 4_900)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the 65th connection is served when one of 64 others is over`() async throws {
        try await onOwnThread {
            let server = try Self.server()
            let port = try Self.port(server)
            let clocks = Clocks()
            let held = (0..<64).map { _ in Line(port: port) }
            // So that all of them are accepted before the one after them is opened.
            held.last?.say("GET /last HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(held.last?.hear(until: "]").hasSuffix("[/last -]") ?? false)
            let next = Line(port: port)
            let began = clocks.steadyMilliseconds()
            next.say("GET /next HTTP/1.0\r\n\r\n")
            #expect(next.hear().hasSuffix("[/next -]"))
            #expect(clocks.steadyMilliseconds() - began > 1_000)
            #expect(held.first?.isClosed ?? false)
        }
    }

    @Test func `an address of IPv6 is served too`() throws {
        let server = try Self.server("::1")
        #expect(server.address.hasPrefix("[::1]:"))
        let line = Line(port: try Self.port(server), isV6: true)
        line.say("GET /six HTTP/1.0\r\n\r\n")
        #expect(line.hear().hasSuffix("[/six -]"))
    }

    @Test func `a port that is taken is named`() throws {
        let first = try Self.server()
        let port = try Self.port(first)
        let error = #expect(throws: ServingError.self) { _ = try Self.server(port: port) }
        #expect(error?.description.contains("127.0.0.1:\(port) is taken by another process") ?? false)
        #expect(try Self.port(first) == port)
    }

    @Test(arguments: ["no.such.host.invalid", "192.0.2.1"])
    func `an address that is not this machine's is named`(host: String) {
        let error = #expect(throws: ServingError.self) { _ = try Self.server(host) }
        #expect(error?.description.contains(host) ?? false)
        #expect(error?.description.contains("not an address of this machine") ?? false)
    }

    /// As in a kernel that was started without IPv6.
    private static func withoutIPv6(_ family: Int32, _ type: Int32) -> Int32 {
        guard family == AF_INET6 else { return socket(family, type, 0) }
        errno = EAFNOSUPPORT
        return -1
    }

    @Test(arguments: ["::", "0::0"])
    func `a kernel without IPv6 serves all addresses of IPv4 instead of all`(host: String) throws {
        let made = try ListeningSocket(host: host, port: 0, option: "--http-address", opening: Self.withoutIPv6)
        defer { close(made.descriptor) }
        #expect(made.lacksIPv6 && made.address.hasPrefix("0.0.0.0:") && !made.address.hasSuffix(":0"))
        let other = try ListeningSocket(host: "127.0.0.1", port: 0, option: "--http-address")
        defer { close(other.descriptor) }
        #expect(!other.lacksIPv6 && other.address.hasPrefix("127.0.0.1:"))
    }

    @Test func `one address of IPv6 is refused with the kernel's reason where there is none`() {
        let error = #expect(throws: ServingError.self) {
            _ = try ListeningSocket(host: "::1", port: 9, option: "--http-address", opening: Self.withoutIPv6)
        }
        let reason = "--http-address: [::1]:9 cannot be opened: the kernel has no IPv6 (Address family not supported"
        #expect(error?.description.hasPrefix(reason) ?? false, "\(String(describing: error))")
    }

    @Test func `an address of IPv4 that the kernel refuses is named, and not tried again`() {
        let error = #expect(throws: ServingError.self) {
            _ = try ListeningSocket(host: "127.0.0.1", port: 9, option: "--http-address") { _, _ in
                errno = EAFNOSUPPORT
                return -1
            }
        }
        #expect(error?.description.hasPrefix("--http-address: 127.0.0.1:9 cannot be opened: ") ?? false)
    }

    @Test func `a system without free descriptors is named, whatever was asked for`() {
        let error = #expect(throws: ServingError.self) {
            _ = try ListeningSocket(host: "::", port: 9, option: "--http-address") { _, _ in
                errno = EMFILE
                return -1
            }
        }
        #expect(error?.description == "--http-address: [::]:9 cannot be opened: Too many open files")
    }

    @Test func `a server that is let go of frees its port`() throws {
        var port: UInt16 = 0
        do {
            let server = try Self.server()
            port = try Self.port(server)
        }
        let next = try Self.server(port: port)
        #expect(try Self.port(next) == port)
    }
}
