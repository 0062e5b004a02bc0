import Foundation
import Serving
import Testing

/// The paths of the console: files, the API, and what is neither.
struct ConsolePathTests {
    private static let asked = [("host", "localhost"), ("authorization", "Bearer \(ConsoleRig.token)")]

    @Test(arguments: [
        ("/api/v1/worker/", "404 notFound"), ("/api/v1/WORKER", "404 notFound"), ("/api/v2/worker", "404 notFound"),
        ("/api/v1", "404 notFound"), ("/api/", "404 notFound"), ("/api", "404 notFound"),
        ("/api/v1//worker", "404 notFound"),
        ("/api/v1/../v1/worker", "404 notFound"), ("/api/v1/worker%2f", "404 notFound"),
        ("/api/v1/%77orker", "200 worker"),
        ("/api/v1/connections", "200 connections"), ("/api/v1/connections/", "200 connections|"),
        ("/api/v1/connections/a%2Fb/days", "200 connections|a/b|days"),
        ("/api/v1/connections/a+b%20c", "200 connections|a+b c"), ("/api/v1/connections/%C3%A9", "200 connections|é"),
        ("/api/v1/refusals?code=x+y%26z", "200 refusals x y&z"), ("/api/v1/refusals?", "200 refusals -"),
        ("/api/v1/refusals?code=a&code=b", "400 badRequest"), ("/api/v1/refusals?cod=a", "400 badRequest"),
        ("/api/v1/refusals?code=%", "400 badRequest"), ("/api/v1/refusals?code=%F", "400 badRequest"),
        ("/api/v1/refusals?code=%zz", "400 badRequest"), ("/api/v1/refusals?code=%FF", "400 badRequest"),
        ("/api/v1/connections?prefix=%FF", "400 badRequest"),
    ])
    func `a path of the API is read component by component`(target: String, outcome: String) throws {
        #expect(try ConsoleRig().outcome(target, Self.asked) == outcome)
    }

    @Test(arguments: [
        "/%61pi/v1/connections", "/api/v1/%63onnections", "/api/v1/connections%2F..%2Fworker",
        "/api/v1/worker/../connections",
        "/api/v1/session/../connections", "/api/v1/session%2F", "/api/v1/worker%00", "/api/v1/worker;x",
        "/api/v1/worker%3Fx",
        "/api/%76%31/connections",
    ])
    func `no spelling of a path goes round the token`(target: String) throws {
        #expect(try ConsoleRig().outcome(target) == "401 unauthorized")
    }

    @Test(arguments: [
        "//api/v1/worker", "/./api/v1/worker", "/console/../api/v1/worker", "http://localhost/api/v1/worker", "*", "",
        "api/v1/worker", "/api%2fv1/worker", "/api\\v1/worker", "/%FF/v1/worker", "/metrics/x", "/favicon.ico",
    ])
    func `what is no path of the console is not found`(target: String) throws {
        #expect(try ConsoleRig().page(target, Self.asked).status == 404)
    }

    @Test func `an error quotes nothing of the request`() throws {
        let rig = try ConsoleRig()
        let (secret, host) = ("SECRETxyz", ("host", "localhost"))
        let pages = [
            rig.page("/api/v1/refusals?\(secret)=1", Self.asked), rig.page("/api/v1/\(secret)", Self.asked),
            rig.page("/api/v1/worker", [("host", secret)]),
            rig.page("/api/v1/worker", [host, ("origin", "http://\(secret)")]),
            rig.page("/api/v1/connections", [host, ("authorization", "Bearer \(secret)")]),
        ]
        for page in pages {
            #expect(page.status >= 400)
            #expect(!String(decoding: page.body, as: UTF8.self).contains(secret))
            #expect(page.contentType == "application/json" && page.cacheControl == "no-store")
        }
    }

    @Test func `the page is the same for all, and asked for each time`() throws {
        let rig = try ConsoleRig()
        let page = rig.page("/console/")
        #expect(page.status == 200 && page.contentType == "text/html; charset=utf-8" && page.cacheControl == "no-cache")
        #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))
        #expect(rig.page("/console/", Self.asked + [("via", "x")], isFromLoopback: false) == page)
        #expect(rig.page("/console/index.html") == page)
        let tag = try #require(page.headers.first { $0.name == "ETag" }?.value)
        #expect(tag.wholeMatch(of: /"[0-9a-f]{16}"/) != nil)
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*", "\"x\",W/\(tag)"] {
            let same = rig.page("/console/", [("host", "localhost"), ("if-none-match", known)])
            #expect(same.status == 304 && same.body.isEmpty && same.headers.contains(Page.Header("ETag", tag)))
        }
        for other in ["\"x\"", tag.replacing("\"", with: ""), ""] {
            #expect(rig.page("/console/", [("host", "localhost"), ("if-none-match", other)]).status == 200)
        }
        for name in ["none.js", "../index.html", "index.html/", "Index.html", "%2e%2e/index.html", "index.html%00"] {
            #expect(rig.page("/console/\(name)").status == 404)
        }
    }

    @Test func `the page without its slash is a permanent, relative redirect`() throws {
        for target in ["/console", "/console?x=1"] {
            let page = try ConsoleRig().page(target)
            #expect(page.status == 308 && page.headers == [Page.Header("Location", "console/")])
        }
    }

    @Test func `every file of the page is in the binary, and all of them are small`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Serving/Console/Page")
        let found = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            !((try? folder.appending(path: name).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false)
        }
        let files = ConsoleFiles()
        #expect(files.names == found.sorted(), "run scripts/embed-console")
        var sum = 0
        for name in found {
            let page = files.page(name, HTTPRequest("/console/\(name)"))
            #expect(page.body == Array(try Data(contentsOf: folder.appending(path: name))), "\(name)")
            #expect(page.contentType != "application/octet-stream", "\(name)")
            sum += page.body.count
        }
        #expect(sum <= 150_000)
    }
}
