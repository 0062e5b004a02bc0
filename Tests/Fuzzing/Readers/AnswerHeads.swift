import Requests
import Webhooks

/// At most 64 KiB of an answer are read, and its status is that of the last status line before the end of the head.
///
/// The bytes are lines as libcurl hands them over, each with its line feed.
enum AnswerHeads {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var head = AnswerHead()
        var readCount = 0
        for line in lines(bytes) {
            let before = head
            let goesOn = head.take(line: line)
            readCount += line.count
            try expect(head.byteCount == readCount, "bytes are not counted")
            try expect(goesOn == (readCount <= AnswerHead.answerBytesMax), "too much is read, or too little")
            if before.isComplete { try expect(head.status == before.status, "a trailer changes the status") }
            if !goesOn { break }
        }
        let isWhole = head.isComplete || head.isTooLong
        let answer = head.answer(nowSeconds: 784_111_700)
        try expect((answer != nil) == (isWhole && head.status != nil), "half a head is an answer")
        guard let answer else { return }
        try expect(answer.status == 101 || (200...999).contains(answer.status), "a status has not three digits")
        try expect(statuses(bytes).contains(answer.status), "a status was in no line")
    }

    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in bytes {
            line.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// All numbers behind a blank.
    private static func statuses(_ bytes: [UInt8]) -> Set<Int> {
        let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return Set(words.compactMap { Int(String(decoding: $0, as: UTF8.self)) })
    }
}
