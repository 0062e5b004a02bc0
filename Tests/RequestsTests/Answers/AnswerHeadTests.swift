import Requests
import Testing
import Webhooks

@Suite struct AnswerHeadTests {
    private func head(_ lines: String...) -> AnswerHead {
        var head = AnswerHead()
        for line in lines { _ = head.take(line: Array("\(line)\r\n".utf8)) }
        return head
    }

    @Test(
        arguments: [
            ("HTTP/1.1 204 No Content", 204), ("HTTP/1.0 599", 599), ("HTTP/2 200 ", 200),
            ("HTTP/1.1  302  Found", 302),
            ("HTTP/1.1 101 Switching", 101), ("HTTP/1.1 100 Continue", nil), ("HTTP/1.1 20 OK", nil),
            ("HTTP/1.1 2000 OK", nil), ("HTTP/1.1", nil), ("HTTP/1.1 -20 OK", nil), ("SSH-2.0 200 OK", nil),
        ] as [(String, Int?)]
    )
    func `a status line has a status of three digits`(_ line: String, _ status: Int?) {
        #expect(head(line).status == status)
        #expect(head(line, "").isComplete == (status != nil))
        #expect(head(line, "").answer(nowSeconds: 0)?.status == status)
    }

    @Test func `there is no answer before the head has ended`() {
        #expect(head("HTTP/1.1 200 OK", "retry-after: 1").answer(nowSeconds: 0) == nil)
    }

    @Test func `the first of equal headers counts`() {
        let answer = head("HTTP/1.1 503 No", "retry-after: 1", "retry-after: 2", "").answer(nowSeconds: 0)
        #expect(answer?.retryAfterSeconds == 1)
    }

    @Test func `headers of informational answers and trailers do not count`() {
        let lines = ["HTTP/1.1 103 Hints", "retry-after: 1", "", "HTTP/1.1 503 No", "x: y", "", "retry-after: 2", ""]
        var head = AnswerHead()
        for line in lines { _ = head.take(line: Array("\(line)\n".utf8)) }
        #expect(head.answer(nowSeconds: 0) == Answer(status: 503, nowSeconds: 0))
    }

    @Test func `a value of 256 bytes is read, one of 257 is not`() {
        for (count, seconds) in [(255, 1), (256, nil)] as [(Int, Int?)] {
            let value = String(repeating: " ", count: count) + "1"
            #expect(
                head("HTTP/1.1 503 No", "retry-after:\(value)", "").answer(nowSeconds: 0)?.retryAfterSeconds == seconds
            )
        }
    }

    @Test func `64 KiB are read, and one byte more ends the answer`() {
        var head = head("HTTP/1.1 410 Gone")
        let goesOn = head.take(byteCount: AnswerHead.answerBytesMax - head.byteCount)
        #expect(goesOn && head.answer(nowSeconds: 0) == nil)
        let goesFurther = head.take(byteCount: 1)
        #expect(!goesFurther && head.answer(nowSeconds: 0)?.status == 410)
    }
}
