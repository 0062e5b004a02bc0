package import Webhooks

/// The relevant parts of an answer, read line by line, and the number of bytes received.
package struct AnswerHead: Equatable, Sendable {
    /// The largest number of bytes of an answer that are read, including the head.
    package static let answerBytesMax = 64 << 10
    /// The longest value of a header that is kept.
    package static let valueBytesMax = 256

    /// The final status; nil until its line is received.
    package private(set) var status: Int?
    /// Whether the head has ended.
    package private(set) var isComplete = false
    /// Whether the answer is longer than the part that is read.
    package private(set) var isTooLong = false
    /// The number of bytes received so far, including informational answers and trailers.
    package private(set) var byteCount = 0
    private var retryAfter: [UInt8]?
    private var delivery: [UInt8]?

    package init() {}

    /// Handles a line with its line break, and returns whether to continue reading.
    package mutating func take(line: [UInt8]) -> Bool {
        guard take(byteCount: line.count) else { return false }
        // Lines after the head are trailers.
        if isComplete { return true }
        let text = Self.withoutEnd(line)
        if text.isEmpty {
            isComplete = status != nil
        } else if text.starts(with: "HTTP/".utf8) {
            status = Self.finalStatus(text)
        } else if status != nil {
            takeField(text)
        }
        return true
    }

    /// Counts received bytes, whose content is ignored, and returns whether to continue reading.
    package mutating func take(byteCount more: Int) -> Bool {
        byteCount += more
        isTooLong = byteCount > Self.answerBytesMax
        return !isTooLong
    }

    /// Returns the answer; nil if too little of it was received.
    package func answer(nowSeconds: Int64) -> Answer? {
        guard let status, isComplete || isTooLong else { return nil }
        return Answer(status: status, retryAfter: retryAfter, delivery: delivery, nowSeconds: nowSeconds)
    }

    private mutating func takeField(_ text: ArraySlice<UInt8>) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = text[(colon + 1)...]
        guard value.count <= Self.valueBytesMax else { return }
        switch String(decoding: text[..<colon], as: UTF8.self).lowercased() {
        case "retry-after": retryAfter = retryAfter ?? Array(value)
        case "webhook-delivery": delivery = delivery ?? Array(value)
        default: break
        }
    }

    /// Returns the status in a status line; nil for 1xx except 101, after which another answer follows.
    private static func finalStatus(_ text: ArraySlice<UInt8>) -> Int? {
        let words = text.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[1].count == 3, let status = Int(String(decoding: words[1], as: UTF8.self)),
            status >= 200 || status == 101
        else { return nil }
        return status
    }

    private static func withoutEnd(_ line: [UInt8]) -> ArraySlice<UInt8> {
        var text = line[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
        return text
    }
}
