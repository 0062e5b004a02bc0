import Foundation
import Glibc
import Serving
import System
import Testing

/// The token file: what is accepted, and when a change of it counts.
struct ConsoleTokenTests {
    private static let asked = [("host", "localhost"), ("authorization", "Bearer \(ConsoleRig.token)")]

    private static func faults(_ text: String) -> String? {
        let file = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(text.utf8).write(to: file)
            _ = try ConsoleTokens(path: file.path, observer: NoteBox().observer)
            return nil
        } catch {
            return (error as? ConsoleTokens.Fault)?.reason ?? "\(error)"
        }
    }

    private static func token(_ count: Int) -> String { String(repeating: "t", count: count) }

    @Test(arguments: [
        token(32), token(200) + "\n", "\n\(token(32))\n\n",
        (0..<16).map { "\(token(40))\($0)" }.joined(separator: "\n"),
        ConsoleRig.token,
    ])
    func `one to sixteen tokens of 32 to 200 characters are taken`(text: String) {
        #expect(Self.faults(text) == nil)
    }

    @Test(arguments: [
        ("", "it has 0 tokens"), ("\n\n", "it has 0 tokens"), (token(31), "token 1 is not"),
        (token(201), "token 1 is not"),
        ("\(token(32))\n\(token(31))", "token 2 is not"), (token(32) + "\r\n", "token 1 is not"),
        (token(32) + " ", "token 1 is not"), (token(31) + "é", "token 1 is not"),
        (token(31) + "\u{0}", "token 1 is not"),
        ((0..<17).map { "\(token(40))\($0)" }.joined(separator: "\n"), "it has 17 tokens"),
        (token(9_000), "it cannot be read"),
    ])
    func `anything else is a fault without a token in it`(text: String, reason: String) throws {
        let fault = try #require(Self.faults(text))
        #expect(fault.hasPrefix(reason))
        #expect(!fault.contains("tttt"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a folder, a named pipe and a file that is missing are faults, and nothing waits for a writer`() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)").path
        let made = unsafe mkfifo(pipe, 0o600)
        #expect(made == 0)
        defer { _ = unsafe unlink(pipe) }
        for path in ["/tmp", "/nowhere/tokens", pipe] {
            #expect(throws: ConsoleTokens.Fault.self) {
                _ = try ConsoleTokens(path: path, observer: NoteBox().observer)
            }
        }
    }

    @Test func `a changed file counts within ten seconds, a wrong one closes the API until it is mended`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let (time, changes) = (SteppedTime(), NoteBox())
        try Data(ConsoleRig.token.utf8).write(to: file)
        let clocks = Clocks(steadyMilliseconds: { time.now })
        let tokens = try ConsoleTokens(path: file.path, clocks: clocks, observer: changes.observer)
        let rig = try ConsoleRig(known: tokens)
        let next = "next-" + Self.token(40)
        func outcomes() -> [String] {
            [ConsoleRig.token, next].map { token in
                rig.outcome("/api/v1/connections", [("host", "localhost"), ("authorization", "Bearer \(token)")])
            }
        }
        let (known, unknown) = ("200 connections", "401 unauthorized")
        #expect(outcomes() == [known, unknown])
        try Data("\(ConsoleRig.token)\n\(next)\n".utf8).write(to: file)
        time.pass(seconds: 10)
        #expect(outcomes() == [known, known])
        try Data("short".utf8).write(to: file)
        time.pass(seconds: 10)
        #expect(outcomes() == [unknown, unknown])
        // Whoever is here still sees what the worker does.
        #expect(rig.outcome("/api/v1/worker") == "200 worker")
        try FileManager.default.removeItem(at: file)
        time.pass(seconds: 10)
        #expect(outcomes() == [unknown, unknown])
        try Data(next.utf8).write(to: file)
        time.pass(seconds: 10)
        #expect(outcomes() == [unknown, known])
        #expect(changes.lines.count == 3 && changes.lines[1].hasPrefix("console_tokens_wrong reason=token 1 is not"))
        #expect(changes.lines.first == "console_tokens_read tokens=2")
        #expect(changes.lines.last == "console_tokens_read tokens=1")
    }

    @Test func `refused tokens are told once a minute with their number, and reads with the mark of their token`()
        throws
    {
        let rig = try ConsoleRig()
        for _ in 0..<3 { _ = rig.page("/api/v1/session", [("host", "localhost"), ("authorization", "Bearer x")]) }
        for _ in 0..<2 { _ = rig.page("/api/v1/connections", [("host", "localhost"), ("authorization", "Bearer y")]) }
        _ = rig.page("/api/v1/connections")
        rig.console.turn()
        #expect(rig.noted == [])
        rig.pass(seconds: 60)
        rig.console.turn()
        rig.console.turn()
        #expect(rig.noted == ["console_refused tokens=5"])
        rig.pass(seconds: 60)
        rig.console.turn()
        #expect(rig.noted == ["console_refused tokens=5"])
        _ = rig.page("/api/v1/connections/a%20b?limit=3", Self.asked)
        // printf %s TOKEN | sha256sum | cut -c1-8
        let mark = "b1982679"
        #expect(
            rig.noted.last == "console_read path=/api/v1/connections/a%20b status=200 token_sha256=\(mark)"
        )
    }
}
