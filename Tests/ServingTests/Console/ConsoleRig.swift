import Foundation
import Observation
import Serving
import Synchronization
import System

/// A console whose handlers say their own names, with a clock that stands still until it is moved.
final class ConsoleRig: Sendable {
    /// Longer than 32 characters, with each sign of the alphabet beside letters.
    static let token = "AZaz09._~+/=-AZaz09._~+/=-0123456789"

    let console: Console
    private let box: NoteBox
    private let time: SteppedTime

    /// `tokens` are the lines of a token file; nil stands for no file.
    convenience init(
        tokens: [String]? = [ConsoleRig.token],
        showsHealthData: Bool = true,
        connections: @escaping Console.Handler = { Page(body: $0.path.joined(separator: "|")) }
    ) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "console-tokens-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        var known: ConsoleTokens?
        if let tokens {
            try Data(tokens.joined(separator: "\n").utf8).write(to: file)
            // The file is gone afterwards: its time to be read again never comes.
            known = try ConsoleTokens(
                path: file.path,
                clocks: Clocks(steadyMilliseconds: { 0 }),
                observer: NoteBox().observer
            )
        }
        try self.init(known: known, showsHealthData: showsHealthData, connections: connections)
    }

    init(
        known: ConsoleTokens?,
        showsHealthData: Bool = true,
        connections: @escaping Console.Handler = { Page(body: $0.path.joined(separator: "|")) }
    ) throws {
        let (time, box) = (SteppedTime(), NoteBox())
        self.time = time
        self.box = box
        console = try Console(
            hosts: ["console.example"],
            tokens: known,
            showsHealthData: showsHealthData,
            clocks: Clocks(steadyMilliseconds: { time.now }),
            observer: box.observer,
            worker: { request throws(ConsoleError) in
                guard request.path == ["refusals"] else { return Page(body: request.path.joined(separator: "|")) }
                return Page(body: "refusals \(try request.parameters("code")["code"] ?? "-")")
            },
            connections: connections
        )
    }

    /// What the console has told the log.
    var noted: [String] { box.lines }

    func pass(seconds: Int64) { pass(milliseconds: seconds * 1_000) }

    func pass(milliseconds: Int64) { time.pass(milliseconds: milliseconds) }

    /// Returns the answer to a request, also if it comes later.
    func page(
        _ target: String,
        _ headers: [(String, String)] = [("host", "localhost")],
        isFromLoopback: Bool = true
    ) -> Page {
        let request = HTTPRequest(
            target,
            headers: headers.map { ($0.lowercased(), Array($1.utf8)) },
            isFromLoopback: isFromLoopback
        )
        switch console.answer(request) {
        case .page(let page): return page
        case .later(let start):
            let ring = WakeupEvent()
            let late = Mutex<Page?>(nil)
            start { page in
                late.withLock { $0 = page }
                ring.ring()
            }
            ring.wait()
            return late.withLock { $0 } ?? .notFound
        }
    }

    /// Returns the status with the code of an error, such as `403 crossSite`, or with the text of the page.
    func outcome(
        _ target: String,
        _ headers: [(String, String)] = [("host", "localhost")],
        isFromLoopback: Bool = true
    ) -> String {
        let page = page(target, headers, isFromLoopback: isFromLoopback)
        let json = try? JSONSerialization.jsonObject(with: Data(page.body)) as? [String: Any]
        let code = (json?["error"] as? [String: Any])?["code"] as? String
        return "\(page.status) \(code ?? String(decoding: page.body, as: UTF8.self))"
    }
}

/// The lines of a console's log, as `EVENT FIELD=VALUE …`.
final class NoteBox: Sendable {
    private let noted = Mutex<[String]>([])

    var lines: [String] { noted.withLock { $0 } }

    var observer: Observer {
        Observer(level: .info, format: .json) { [self] bytes in
            let line = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            let fields = (line ?? [:]).filter { !["time", "level", "message", "event"].contains($0.key) }
            let words = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            noted.withLock { $0.append((["\(line?["event"] ?? "")"] + words).joined(separator: " ")) }
        }
    }
}

/// A monotonic time that only moves when it is told to.
final class SteppedTime: Sendable {
    private let milliseconds = Atomic<Int64>(1_000_000)

    var now: Int64 { milliseconds.load(ordering: .relaxed) }

    func pass(seconds: Int64) { pass(milliseconds: seconds * 1_000) }

    func pass(milliseconds more: Int64) { milliseconds.wrappingAdd(more, ordering: .relaxed) }
}
