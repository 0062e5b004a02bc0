import Glibc
import System

/// Fetches a page from a worker, with limits for time and length.
///
/// It uses HTTP/1.0, so the response is not chunked and ends with the connection.
package struct PageClient: Sendable {
    /// The reason why there is no page, as the end of a sentence.
    package struct Failure: Error, Equatable, Sendable {
        package let reason: String
    }

    /// The status, headers and body of an HTTP response.
    package struct Answer: Equatable, Sendable {
        package let status: Int
        package let body: [UInt8]
        /// The status line and the headers.
        package let head: String
    }

    /// The metrics page of a worker with a thousand partitions has about 200 kB.
    private static let longestBytes = 16 << 20

    private let host: String
    private let port: UInt16
    private let timeoutMilliseconds: Int64

    /// Creates a client for a worker's address.
    ///
    /// - Parameters:
    ///   - host: A host name or an IP address; IPv6 without brackets.
    ///   - port: The port of the worker's pages.
    ///   - timeoutMilliseconds: The limit for a request, without the name lookup.
    package init(host: String, port: UInt16, timeoutMilliseconds: Int64 = 5_000) {
        self.host = host
        self.port = port
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Returns the response for a path, whatever its status.
    package func get(_ path: String, accept: String = "*/*") throws(Failure) -> Answer {
        let deadline = Clocks().steadyMilliseconds() + timeoutMilliseconds
        let line = try connect(by: deadline)
        defer { close(line) }
        let name = host.contains(":") ? "[\(host)]" : host
        try send("GET \(path) HTTP/1.0\r\nHost: \(name):\(port)\r\nAccept: \(accept)\r\n\r\n", on: line, by: deadline)
        return try Self.answer(in: receive(from: line, by: deadline))
    }

    private func connect(by deadline: Int64) throws(Failure) -> Int32 {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &found)
        guard code == 0 else { throw Failure(reason: unsafe String(cString: gai_strerror(code))) }
        defer { unsafe freeaddrinfo(found) }
        var failure = Failure(reason: "the host name has no address")
        var next = unsafe found
        while let info = unsafe next?.pointee {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let line = socket(unsafe info.ai_family, type, 0)
            if line >= 0 {
                if unsafe Glibc.connect(line, info.ai_addr, info.ai_addrlen) == 0 { return line }
                do throws(Failure) {
                    if errno != EINPROGRESS { throw Self.failed(errno) }
                    try Self.wait(for: Int16(POLLOUT), on: line, by: deadline)
                    var code: Int32 = 0
                    var size = socklen_t(MemoryLayout<Int32>.size)
                    unsafe getsockopt(line, SOL_SOCKET, SO_ERROR, &code, &size)
                    if code == 0 { return line }
                    throw Self.failed(code)
                } catch {
                    failure = error
                    close(line)
                }
            }
            unsafe next = info.ai_next
        }
        throw failure
    }

    private func send(_ text: String, on line: Int32, by deadline: Int64) throws(Failure) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let rest = Array(bytes[sent...])
            let count = unsafe Glibc.send(line, rest, rest.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EINTR {
                try Self.wait(for: Int16(POLLOUT), on: line, by: deadline)
            } else {
                throw Self.failed(errno)
            }
        }
    }

    private func receive(from line: Int32, by deadline: Int64) throws(Failure) -> [UInt8] {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe recv(line, &buffer, buffer.count, 0)
            if count == 0 { return answer }
            if count > 0 {
                answer += buffer.prefix(count)
                if answer.count > Self.longestBytes { throw Failure(reason: "the answer is longer than 16 MiB") }
            } else if errno == EAGAIN || errno == EINTR {
                try Self.wait(for: Int16(POLLIN), on: line, by: deadline)
            } else {
                throw Self.failed(errno)
            }
        }
    }

    private static func wait(for event: Int16, on line: Int32, by deadline: Int64) throws(Failure) {
        let left = deadline - Clocks().steadyMilliseconds()
        var waiting = pollfd(fd: line, events: event, revents: 0)
        guard left > 0, unsafe poll(&waiting, 1, Int32(clamping: left)) != 0 else {
            throw Failure(reason: "no answer in time")
        }
    }

    private static func failed(_ code: Int32) -> Failure { Failure(reason: unsafe String(cString: strerror(code))) }

    /// Parses the bytes of an HTTP response.
    package static func answer(in bytes: [UInt8]) throws(Failure) -> Answer {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.starts(with: Array("HTTP/1.".utf8)), let end = bytes.firstRange(of: mark) else {
            throw Failure(reason: "the answer is not HTTP")
        }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let status = Int(words[1]) else {
            throw Failure(reason: "the answer is not HTTP")
        }
        return Answer(status: status, body: Array(bytes[end.upperBound...]), head: head)
    }
}
