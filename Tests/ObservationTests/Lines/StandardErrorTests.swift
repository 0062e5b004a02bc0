import Foundation
import Observation
import Testing

/// A standard error that is full or closed stops nothing.
///
/// Each test is a process of its own, since all of a process share one standard error.
struct StandardErrorTests {
    @Test func `nobody waits for a reader that does not read, and what was lost is said when it does`() async {
        await #expect(processExitsWith: .success) {
            let reading = pipeAsStandardError()
            let observer = Observer(level: .info, format: .text)
            // More than pipe and queue take together: were any of it waited for, this would never end.
            let lines = 200_000
            for number in 0..<lines { observer.topicsCreated(count: number) }
            observer.finishLines()
            let said = read(reading, until: "lines=").split(separator: "\n")
            // Lines are whole and in order, up to where there was no more room.
            let numbers = said.compactMap { line in line.contains("topics created count=") ? last(line) : nil }
            try #require(numbers == Array(0..<numbers.count))
            let lost = try #require(said.last.map(last))
            try #require(numbers.count > 10_000 && lost > 10_000)
            try #require(numbers.count + lost == lines)
            try #require(said.count == numbers.count + 1)
            observer.stopped()
            observer.finishLines()
            try #require(read(reading, until: "stopped\n").hasSuffix("Z info    stopped  stopped\n"))
        }
    }

    @Test func `a reader that has gone is not missed`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            close(pipeAsStandardError())
            let observer = Observer(level: .info, format: .text)
            for number in 0..<200_000 { observer.topicsCreated(count: number) }
            observer.finishLines()
        }
    }

    @Test func `a standard error that somebody made non-blocking gets every line`() async {
        await #expect(processExitsWith: .success) {
            let reading = pipeAsStandardError()
            try #require(fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK) == 0)
            let observer = Observer(level: .info, format: .text)
            for number in 0..<10_000 { observer.topicsCreated(count: number) }
            let said = read(reading, until: "count=9999\n").split(separator: "\n")
            try #require(said.map(last) == Array(0..<10_000))
        }
    }
}

/// Puts a pipe in the place of standard error, and gives its other end.
private func pipeAsStandardError() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0, dup2(ends[1], STDERR_FILENO) >= 0 else { return -1 }
    close(ends[1])
    return ends[0]
}

/// What comes out of a pipe, up to a line that has this.
private func read(_ descriptor: Int32, until mark: String) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe Glibc.read(descriptor, &piece, piece.count)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += piece[..<count]
        let end = String(decoding: bytes.suffix(200), as: UTF8.self)
        if end.hasSuffix("\n"), end.contains(mark) { return String(decoding: bytes, as: UTF8.self) }
    }
}

/// The number at the end of a line, −1 where there is none.
private func last(_ line: Substring) -> Int {
    line.split(separator: "=").last.flatMap { Int($0) } ?? -1
}
