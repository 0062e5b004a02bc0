// Receives webhooks of fork-worker: verifies them, drops duplicates, and keeps the newest version of each document.
//
//     swiftc -I swift/CCrypto -o receiver swift/*.swift && WEBHOOK_SECRETS=whsec_... ./receiver
//
// PORT is the port (default: 8099; 0 selects a free one). WEBHOOK_SECRETS may contain several secrets, separated by spaces,
// while you replace one. In a service, your web framework takes the place of this file, which serves one request at a time.
import Foundation

let longestBody = 16 << 20
let longestHead = 16 << 10
let environment = ProcessInfo.processInfo.environment
let secrets = (environment["WEBHOOK_SECRETS"] ?? "").split(separator: " ")
let keys = secrets.compactMap { WebhookKey($0) }
guard !keys.isEmpty, keys.count == secrets.count else {
    end("WEBHOOK_SECRETS: each secret must be whsec_ and base64 of 24 to 64 bytes, or whpk_ and base64 of 32 bytes")
}
guard let port = UInt16(environment["PORT"] ?? "8099") else { end("PORT: must be a number from 0 to 65535") }
var documents = Documents()

/// Ends the program with a sentence on standard error.
func end(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(1)
}

/// Returns the status for a request, and prints what it changes.
func answer(head: [String: String], body: Data) -> Int {
    let webhook = Webhook(
        id: head["webhook-id"] ?? "",
        timestamp: head["webhook-timestamp"] ?? "",
        signatures: head["webhook-signature"] ?? "",
        body: body
    )
    guard webhook.isVerified(by: keys) else { return 401 }
    guard let delivery = try? JSONDecoder().decode(Delivery.self, from: body) else { return 400 }
    let changed = documents.apply(delivery, id: webhook.id)
    let line: [String: Any] = ["id": webhook.id, "duplicate": changed == nil, "changed": changed ?? []]
    if let text = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes]) {
        FileHandle.standardOutput.write(text + Data("\n".utf8))
    }
    // Only now: whatever was answered with 2xx does not come again.
    return 204
}

/// Reads a request with a `content-length`, and returns the status for it; nil if the connection ends before.
func serve(_ connection: Int32) -> Int? {
    var bytes = Data()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    func more() -> Bool {
        let count = recv(connection, &buffer, buffer.count, 0)
        if count > 0 { bytes += buffer[..<count] }
        return count > 0
    }
    let separator = Data("\r\n\r\n".utf8)
    while bytes.range(of: separator) == nil {
        guard bytes.count <= longestHead else { return 431 }
        guard more() else { return nil }
    }
    guard let end = bytes.range(of: separator) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    guard lines[0].hasPrefix("POST ") else { return 405 }
    var head: [String: String] = [:]
    for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { head[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    guard let count = head["content-length"].flatMap({ Int($0) }), count >= 0 else { return 411 }
    guard count <= longestBody else { return 413 }
    while bytes.count < end.upperBound + count { guard more() else { return nil } }
    return answer(head: head, body: Data(bytes[end.upperBound..<end.upperBound + count]))
}

signal(SIGPIPE, SIG_IGN)
let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
address.sin_port = in_port_t(port).bigEndian
address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
var size = socklen_t(MemoryLayout<sockaddr_in>.size)
let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
    }
}
guard isBound else { end("port \(port) cannot be opened: choose another one with PORT") }
FileHandle.standardError.write(Data("listening on port \(UInt16(bigEndian: address.sin_port))\n".utf8))
while true {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { continue }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if let status = serve(connection) {
        let text = Array("HTTP/1.1 \(status) \r\ncontent-length: 0\r\nconnection: close\r\n\r\n".utf8)
        _ = send(connection, text, text.count, 0)
    }
    close(connection)
}
