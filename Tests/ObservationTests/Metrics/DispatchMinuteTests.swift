import Observation
import Testing

/// One line a minute says what a dispatcher has done, and what waits.
struct DispatchMinuteTests {
    /// The line of a minute in which one commit was reported and these figures stood.
    private static func line(_ figures: DispatchFigures, _ report: DispatchReport) -> String {
        let recording = Recording()
        let observer = DispatchObserver(recording.observer(level: .info))
        observer.minutePassed()
        observer.committed(report)
        observer.aborted(reason: "x")
        observer.stands(figures)
        recording.turn(by: 60_000)
        observer.minutePassed()
        let line = recording.all.last { $0.contains("summary of the last minute ") } ?? ""
        return line.firstRange(of: "last minute ").map { String(line[$0.upperBound...]) } ?? ""
    }

    @Test func `a minute sums up what was delivered, given up and dropped`() {
        var report = DispatchReport()
        report.jobs = ["delivered": 5, "dead": 2, "merged": 4, "closed": 1, "off": 2]
        report.attempts = ["delivered": 5, "status": 3]
        report.deliveryMilliseconds = [1_000, 2_000, -5]
        var figures = DispatchFigures()
        figures.waitingJobs = 7
        figures.oldestSeconds = 90
        figures.requests = 3
        figures.openHosts = 1
        figures.offConnections = 2
        #expect(
            Self.line(figures, report)
                == "seconds=60 delivered=5 dead=2 dropped=3 attempts=8 failed_attempts=3 waiting=7 oldest_waiting_seconds=90 "
                + "requests=3 open_hosts=1 off_connections=2 lag_records=0 commits=1 aborts=1 delivery_seconds_mean=1 "
                + "delivery_seconds_max=2 partitions=0\n"
        )
    }

    @Test func `a failed attempt is logged at most once a minute and host, with the number of failures`() {
        let recording = Recording()
        let observer = DispatchObserver(recording.observer(level: .info))
        func fail(_ host: String?, _ status: Int?, _ reason: String?) {
            var report = DispatchReport()
            let outcome = status == nil ? "connect" : "status"
            report.failures = [DispatchReport.Failure(host: host, outcome: outcome, status: status, reason: reason)]
            observer.committed(report)
        }
        fail("a.example:443", nil, "Connection refused")
        fail("a.example:443", nil, "Connection refused")
        fail("b.example:443", 503, nil)
        fail(nil, nil, nil)
        recording.turn(by: 60_000)
        fail("a.example:443", nil, "Connection reset by peer")
        let lines = recording.all.compactMap { line in
            line.firstRange(of: "warning attempt_failed").map { String(line[$0.upperBound...]) }
        }
        #expect(
            lines == [
                #"  attempts to deliver failed count=1 host=a.example:443 outcome=connect reason="Connection refused""#
                    + "\n",
                "  attempts to deliver failed count=1 host=b.example:443 outcome=status status=503\n",
                "  attempts to deliver failed count=1 outcome=connect\n",
                #"  attempts to deliver failed count=2 host=a.example:443 outcome=connect reason="Connection reset by peer""#
                    + "\n",
            ]
        )
    }

    @Test func `what does not wait has no age, and what was not delivered no time`() {
        #expect(
            Self.line(DispatchFigures(), DispatchReport())
                == "seconds=60 delivered=0 dead=0 dropped=0 attempts=0 failed_attempts=0 waiting=0 requests=0 open_hosts=0 "
                + "off_connections=0 lag_records=0 commits=1 aborts=1 partitions=0\n"
        )
    }
}
