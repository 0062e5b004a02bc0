import Operations
import Testing

/// How far long work is, in figures and in a line.
struct ProgressTests {
    @Test func `rate and time left follow from the last ten seconds`() {
        var meter = ProgressMeter()
        #expect(meter.reading == nil)
        for second in 0...30 {
            // Slow for twenty seconds, then ten times as fast.
            meter.note(
                done: second <= 20 ? second : 20 + (second - 20) * 10,
                of: 220,
                milliseconds: Int64(second) * 1_000
            )
        }
        #expect(meter.reading == ProgressMeter.Reading(done: 120, total: 220, perSecond: 10, secondsLeft: 10))
    }

    @Test func `a standstill leaves the time open`() {
        var meter = ProgressMeter()
        meter.note(done: 5, of: 10, milliseconds: 0)
        meter.note(done: 5, of: 10, milliseconds: 30_000)
        #expect(meter.reading == ProgressMeter.Reading(done: 5, total: 10, perSecond: 0, secondsLeft: nil))
    }

    @Test func `notes that come often cost no memory`() {
        var meter = ProgressMeter()
        for milliseconds in 0..<100_000 { meter.note(done: milliseconds, of: nil, milliseconds: Int64(milliseconds)) }
        #expect(meter.reading?.perSecond == 1_000)
        #expect(MemoryLayout.size(ofValue: meter) < 100)
    }

    @Test(arguments: [
        (100, "reading  ██████████░░░░░░░░░░░░░░ 45 %  \(figures)"), (71, "reading  █████░░░░░░░ 45 %  \(figures)"),
        (65, "reading  ██░░░░ 45 %  \(figures)"), (64, "reading  45 %  \(figures)"),
        (57, "reading  ███░░░░░ 45 %  12,345 of 27,000 records  3,400/s"), (10, "reading  45 %"),
    ])
    func `a line has as much as fits`(width: Int, line: String) {
        let reading = ProgressMeter.Reading(done: 12_345, total: 27_000, perSecond: 3_400, secondsLeft: 4.3)
        #expect(ProgressLine.text("reading", "records", reading, width: width) == line)
    }

    @Test func `a rate has its unit, where this is a measure`() {
        let reading = ProgressMeter.Reading(done: 500, total: nil, perSecond: 109, secondsLeft: nil)
        #expect(ProgressLine.text("importing", "kB", reading, width: 80) == "importing  500 kB  109 kB/s")
        #expect(ProgressLine.text("importing", "samples", reading, width: 80) == "importing  500 samples  109/s")
    }

    private static let figures = "12,345 of 27,000 records  3,400/s  5 s left"

    @Test func `without a total there is no bar`() {
        let reading = ProgressMeter.Reading(done: 7, total: nil, perSecond: 1, secondsLeft: nil)
        #expect(ProgressLine.text("sending", "lines", reading, width: 80) == "sending  7 lines  1/s")
    }

    @Test func `a cancelled command stays cancelled`() throws {
        var answers: ArraySlice = [false, true, false]
        let progress = Progress(isStopRequested: { answers.popFirst() ?? false })
        try progress.update(done: 0, of: nil)
        #expect(throws: OperationError.cancelled) { while true { try progress.update(done: 1, of: nil) } }
        #expect(throws: OperationError.cancelled) { try progress.checkCancellation() }
        #expect(throws: OperationError.cancelled) { try progress.update(done: 2, of: 3) }
        #expect(progress.isCancelled && OperationError.cancelled.isCancelled && !OperationError("x").isCancelled)
    }

    @Test func `progress of work that nothing cancels never throws`() throws {
        let progress = Progress()
        for done in 0..<1_000 { try progress.update(done: Int64(done), of: 1_000) }
        #expect(!progress.isCancelled)
    }
}
