import JSON
import Operations
import Randomness
import Testing

/// Which lines go, by which key, when, and which of them are done.
struct SendTests {
    @Test(
        arguments: [
            (#"{"connection_id":"conn-7"}"#, nil, "conn-7"),
            (#" {"connection_id":"a","connection_id":"b"} "#, nil, "b"),
            (#"{"connection_id":"\u0061"}"#, "x", "a"), (#"{}"#, "x", "x"), (#"{"connection_id":null}"#, "x", "x"),
            (#"{"connection_id":7}"#, "x", "x"), (#"{"connection_id":"no id.at all"}"#, nil, "no id.at all"),
            ("[{}]", "x", "x"),
        ] as [(String, String?, String)]
    )
    func `a line goes by its connection, or by the one that is given`(line: String, given: String?, key: String) {
        var parser = Parser()
        let verdict = SentLine.verdict(Array(line.utf8), given: given.map { Array($0.utf8) }, &parser)
        #expect(verdict == .key(Array(key.utf8)))
    }

    @Test(arguments: ["", " ", "[]", "7", "{", #"{"connection_id":"a"}x"#, "{}", #"{"connection_id":7}"#])
    func `a line that is no object, or has no connection, does not go`(line: String) {
        var parser = Parser()
        guard case .wrong(let reason) = SentLine.verdict(Array(line.utf8), given: nil, &parser) else {
            Issue.record("\(line) would be sent")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `what is done is counted up to the first gap`() {
        var ledger = SendLedger(skipped: 3)
        #expect(ledger.doneCount == 3)
        ledger.finish(5)
        #expect(ledger.doneCount == 3)
        ledger.finish(4)
        #expect(ledger.doneCount == 5)
        ledger.finish(2)
        #expect(ledger.doneCount == 5)
    }

    @Test(arguments: 0..<20)
    func `in whatever order lines are done, in the end all are`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var ledger = SendLedger(skipped: 0)
        var done: Set<Int> = []
        for number in (1...200).shuffled(using: &random) {
            ledger.finish(number)
            done.insert(number)
            let gap = (1...201).first { !done.contains($0) }
            #expect(ledger.doneCount + 1 == gap, "seed \(seed)")
        }
    }

    @Test(arguments: [1, 7, 100, 5_000])
    func `no more lines go in a second than were asked for`(rate: Int) {
        var pace = SendPace(perSecond: rate)
        var now: Int64 = 0
        var times: [Int64] = []
        while now < 3_000_000_000 {
            let wait = pace.waitMilliseconds(at: now)
            guard wait == 0 else {
                now += Int64(wait) * 1_000_000
                continue
            }
            pace.send(at: now)
            times.append(now)
        }
        let inFirst = times.count { $0 < 1_000_000_000 }
        // A line goes up to a millisecond early.
        let early = 1 + rate / 1_000
        #expect((rate * 9 / 10...rate + early).contains(inFirst))
        #expect((rate * 27 / 10...rate * 3 + early).contains(times.count))
    }

    @Test func `a line waits until it is due, in whole milliseconds`() {
        var pace = SendPace(perSecond: 10)
        #expect(pace.waitMilliseconds(at: 0) == 0)
        pace.send(at: 0)
        #expect(pace.waitMilliseconds(at: 0) == 100)
        #expect(pace.waitMilliseconds(at: 40_500_000) == 59)
        #expect(pace.waitMilliseconds(at: 100_000_000) == 0)
    }

    @Test func `after a stop lines do not come in a flood`() {
        var pace = SendPace(perSecond: 100)
        pace.send(at: 0)
        let later: Int64 = 60_000_000_000
        var count = 0
        while pace.waitMilliseconds(at: later) == 0 {
            pace.send(at: later)
            count += 1
        }
        #expect(count <= 11)
    }

    @Test func `without a rate nothing waits`() {
        var pace = SendPace(perSecond: nil)
        for _ in 0..<1_000 {
            #expect(pace.waitMilliseconds(at: 5) == 0)
            pace.send(at: 5)
        }
    }
}
