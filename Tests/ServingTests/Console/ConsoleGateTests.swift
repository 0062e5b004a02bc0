import Serving
import Testing

/// Who is answered by the console, and who tries to get in.
struct ConsoleGateTests {
    private static let bearer = ("authorization", "Bearer \(ConsoleRig.token)")
    private static let here = ("host", "localhost")

    @Test(arguments: [
        "localhost", "LOCALHOST:9090", "127.0.0.1", "127.0.0.1:1", "10.1.2.3:9090", "[::1]", "[::1]:9090",
        "[2001:DB8::1]", "console.example", "Console.Example:443",
    ])
    func `a host that is an address, localhost or a given name is answered`(host: String) throws {
        #expect(try ConsoleRig().outcome("/api/v1/worker", [("host", host)]) == "200 worker")
    }

    @Test(arguments: [
        "evil.example", "console.example.evil.example", "xconsole.example", "localhost.evil.example", "localhost.", "",
        "127.0.0.1.evil.example", "127.0.0.1@evil.example", "evil.example@127.0.0.1", "2130706433", "0x7f.0.0.1",
        "127.1", "::1", "[::1", "[::1]x", "[fe80::1%25lo]", "[evil.example]", "localhost:", "localhost:+80",
        "localhost:99999", "localhost:80:80", "localhost,evil.example", "localhost evil.example", "localhost/",
        "http://localhost", "127.0.0.1:9090\u{0}.evil.example", "１２７.0.0.1", "loсalhost",
    ])
    func `another host is refused, whatever it looks like`(host: String) throws {
        let rig = try ConsoleRig()
        let expected = "403 hostUnknown"
        #expect(rig.outcome("/api/v1/worker", [("host", host)]) == expected)
        #expect(rig.outcome("/console/", [("host", host)]) == expected)
        #expect(rig.outcome("/api/v1/session", [("host", host), Self.bearer]) == expected)
    }

    @Test func `a request without Host, or with two, is wrong`() throws {
        let rig = try ConsoleRig()
        for target in ["/api/v1/worker", "/console/", "/console", "/other"] {
            #expect(rig.outcome(target, []) == "400 badRequest")
            #expect(rig.outcome(target, [Self.here, Self.here]) == "400 badRequest")
            #expect(rig.outcome(target, [Self.here, ("host", "evil.example")]) == "400 badRequest")
        }
    }

    @Test(arguments: [
        [("sec-fetch-site", "cross-site")], [("sec-fetch-site", "same-site")], [("sec-fetch-site", "")],
        [("sec-fetch-site", "Same-Origin")], [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
        [("origin", "null")], [("origin", "")], [("origin", "http://evil.example")], [("origin", "localhost:9090")],
        [("origin", "http://localhost")], [("origin", "http://localhost:9091")], [("origin", "ftp://localhost:9090")],
        [("origin", "http://localhost:9090.evil.example")], [("origin", "http://localhost:9090@evil.example")],
        [("origin", "http://127.0.0.1:9090")], [("origin", "file://")], [("origin", "http://localhost:9090/")],
        [("origin", "http://localhost:9090"), ("origin", "http://evil.example")],
    ])
    func `a page of another origin is refused, also with a token`(headers: [(String, String)]) throws {
        let rig = try ConsoleRig()
        let host = ("host", "localhost:9090")
        for target in ["/api/v1/session", "/api/v1/worker", "/api/v1/connections", "/api/v1/none"] {
            #expect(rig.outcome(target, [host] + headers) == "403 crossSite", "\(target)")
            #expect(rig.outcome(target, [host, Self.bearer] + headers) == "403 crossSite", "\(target)")
        }
        // Files are the same for all and hold no data.
        #expect(rig.page("/console/", [host] + headers).status == 200)
    }

    @Test(arguments: [
        ("localhost:9090", [("sec-fetch-site", "same-origin")]), ("localhost:9090", [("sec-fetch-site", "none")]),
        ("localhost:9090", [("origin", "http://localhost:9090")]),
        ("LocalHost:9090", [("origin", "https://localhost:9090")]),
        ("console.example", [("origin", "https://console.example")]),
        ("console.example:443", [("origin", "https://console.example")]),
        ("console.example", [("origin", "http://console.example:80")]),
        ("[::1]:9090", [("origin", "http://[::1]:9090"), ("sec-fetch-site", "same-origin")]),
    ])
    func `the page itself is answered, and so is a program`(host: String, headers: [(String, String)]) throws {
        #expect(try ConsoleRig().outcome("/api/v1/worker", [("host", host)] + headers) == "200 worker")
    }

    @Test(arguments: [
        "Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Anything",
        "X-Envoy-Internal",
        "x-envoy-external-address",
    ])
    func `who comes by a proxy that tells of itself is not here`(name: String) throws {
        let headers = [Self.here, (name, "127.0.0.1")]
        let open = try ConsoleRig(tokens: nil)
        #expect(open.outcome("/api/v1/worker") == "200 worker")
        #expect(open.outcome("/api/v1/connections/a") == "200 connections|a")
        for path in ["worker", "history", "refusals", "connections", "none"] {
            #expect(open.outcome("/api/v1/\(path)", headers) == "403 tokenNeeded")
            #expect(open.outcome("/api/v1/\(path)", headers + [Self.bearer]) == "403 tokenNeeded")
        }
        let closed = try ConsoleRig()
        #expect(closed.outcome("/api/v1/worker", headers) == "401 unauthorized")
        #expect(closed.outcome("/api/v1/worker", headers + [Self.bearer]) == "200 worker")
    }

    @Test func `another machine is answered with a token only, and without a token file never`() throws {
        let (open, closed) = (try ConsoleRig(tokens: nil), try ConsoleRig())
        for path in ["worker", "history", "refusals", "connections", "none", ""] {
            let target = "/api/v1/\(path)"
            #expect(open.outcome(target, isFromLoopback: false) == "403 tokenNeeded")
            #expect(open.outcome(target, [Self.here, Self.bearer], isFromLoopback: false) == "403 tokenNeeded")
            #expect(closed.outcome(target, isFromLoopback: false) == "401 unauthorized")
        }
        let asked = [Self.here, Self.bearer]
        #expect(closed.outcome("/api/v1/worker", asked, isFromLoopback: false) == "200 worker")
        #expect(closed.outcome("/api/v1/connections", asked, isFromLoopback: false) == "200 connections")
    }

    @Test(arguments: [
        [], ["Bearer"], ["Bearer "], [ConsoleRig.token], ["Basic \(ConsoleRig.token)"], ["Bearer\t\(ConsoleRig.token)"],
        ["Bearer \(ConsoleRig.token)x"], ["Bearer \(ConsoleRig.token.dropLast())"],
        ["Bearer \(ConsoleRig.token.dropFirst())"],
        ["Bearer \(ConsoleRig.token.lowercased())"], ["Bearer \(ConsoleRig.token) "], ["Bearer  \(ConsoleRig.token) x"],
        ["Bearer \(ConsoleRig.token), Bearer \(ConsoleRig.token)"], ["Bearer \(ConsoleRig.token)\u{0}"],
        ["Bearer \(ConsoleRig.token)", "Bearer \(ConsoleRig.token)"], ["Bearer x", "Bearer \(ConsoleRig.token)"],
        ["Bearer \(String(repeating: "x", count: 7_000))"],
    ])
    func `a wrong token, or none, is refused from here too`(values: [String]) throws {
        let rig = try ConsoleRig()
        let headers = [Self.here] + values.map { ("authorization", $0) }
        for path in ["connections", "connections/a/days", "none", "worker/none", "sessions"] {
            let page = rig.page("/api/v1/\(path)", headers)
            #expect(page.status == 401)
            #expect(page.headers.contains(Page.Header("WWW-Authenticate", "Bearer")))
        }
        #expect(rig.outcome("/api/v1/worker", headers) == (values.isEmpty ? "200 worker" : "401 unauthorized"))
    }

    @Test(arguments: ["token", "access_token", "authorization", "Authorization"])
    func `a token in the query or in a cookie is none`(name: String) throws {
        let rig = try ConsoleRig()
        let query = "/api/v1/connections?\(name)=\(ConsoleRig.token)"
        #expect(rig.outcome(query) == "401 unauthorized")
        #expect(
            rig.outcome("/api/v1/connections", [Self.here, ("cookie", "\(name)=\(ConsoleRig.token)")])
                == "401 unauthorized"
        )
    }

    @Test func `each of several tokens is accepted, and the scheme in any case`() throws {
        let other = String(repeating: "b", count: 32)
        let rig = try ConsoleRig(tokens: [ConsoleRig.token, other])
        for value in ["Bearer \(other)", "bearer \(ConsoleRig.token)", "BEARER \(ConsoleRig.token)"] {
            #expect(rig.outcome("/api/v1/connections", [Self.here, ("authorization", value)]) == "200 connections")
        }
    }

    @Test func `health data is off unless it is asked for, and that is said after the token`() throws {
        let rig = try ConsoleRig(showsHealthData: false)
        #expect(rig.outcome("/api/v1/connections") == "401 unauthorized")
        for path in ["connections", "connections/a", "connections/a/documents/x"] {
            #expect(rig.outcome("/api/v1/\(path)", [Self.here, Self.bearer]) == "403 healthDataOff")
        }
        #expect(rig.outcome("/api/v1/none", [Self.here, Self.bearer]) == "404 notFound")
    }

    @Test func `the session says what is needed to whoever comes by host and origin`() throws {
        func session(_ rig: ConsoleRig, _ more: [(String, String)], here: Bool) -> String {
            String(decoding: rig.page("/api/v1/session", [Self.here] + more, isFromLoopback: here).body, as: UTF8.self)
        }
        let (open, closed) = (try ConsoleRig(tokens: nil, showsHealthData: false), try ConsoleRig())
        #expect(session(open, [], here: true) == #"{"token":"none","health_data":false,"idle_lock":900}"#)
        #expect(session(open, [], here: false).hasPrefix(#"{"token":"needed""#))
        #expect(session(closed, [], here: true) == #"{"token":"none","health_data":true,"idle_lock":900}"#)
        #expect(session(closed, [("via", "1.1 p")], here: true).hasPrefix(#"{"token":"needed""#))
        #expect(session(closed, [], here: false).hasPrefix(#"{"token":"needed""#))
        #expect(session(closed, [Self.bearer], here: false).hasPrefix(#"{"token":"ok""#))
        #expect(session(closed, [("authorization", "Bearer x")], here: true).hasPrefix(#"{"token":"needed""#))
    }
}
