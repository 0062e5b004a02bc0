import Testing
import Webhooks

struct AnswerTests {
    private static func answer(_ status: Int, retryAfter: String? = nil, delivery: String? = nil) -> Answer {
        Answer(
            status: status,
            retryAfter: retryAfter.map { Array($0.utf8) },
            delivery: delivery.map { Array($0.utf8) },
            nowSeconds: 1_000_000_000
        )
    }

    @Test(
        arguments: [
            (200, .delivered), (201, .delivered), (204, .delivered), (299, .delivered), (199, .status), (100, .status),
            (300, .redirect), (301, .redirect), (304, .redirect), (308, .redirect), (399, .redirect), (400, .status),
            (401, .status), (404, .status), (409, .status), (410, .gone), (411, .status), (413, .status),
            (428, .status),
            (429, .throttled), (430, .status), (500, .status), (502, .status), (503, .status), (504, .status),
            (599, .status),
            (0, .status), (999, .status),
        ] as [(Int, AttemptOutcome)]
    )
    func `a status alone has this outcome`(status: Int, outcome: AttemptOutcome) {
        let answer = Self.answer(status)
        #expect(answer.outcome == outcome)
        #expect(answer.turnsOff == (status == 410))
        #expect(answer.asksForThinForm == (status == 413))
        #expect(answer.countsAgainstHost == (status >= 500))
        #expect(!answer.aborts)
        #expect(answer.holdSeconds == nil)
    }

    @Test(
        arguments: [
            (429, "120", .throttled, 120), (503, "120", .throttled, 120), (503, "soon", .status, nil),
            (429, "soon", .throttled, nil), (500, "120", .status, nil), (200, "120", .delivered, nil),
            (301, "120", .redirect, nil), (503, "0", .throttled, 0),
        ] as [(Int, String, AttemptOutcome, Int?)]
    )
    func `only 429 and 503 hold jobs back, and 503 only with a time`(
        status: Int,
        retryAfter: String,
        outcome: AttemptOutcome,
        hold: Int?
    ) {
        let answer = Self.answer(status, retryAfter: retryAfter)
        #expect(answer.outcome == outcome)
        #expect(answer.holdSeconds == hold)
        #expect(answer.countsAgainstHost == (status >= 500))
    }

    @Test(arguments: [
        (200, "disable", true, false), (500, "disable", true, false), (410, "abort-message", true, true),
        (200, "abort-message", false, false), (204, "abort-message", false, false), (500, "abort-message", false, true),
        (302, "abort-message", false, true), (429, " Abort-Message\t", false, true), (200, "\tDISABLE ", true, false),
        (500, "disabled", false, false), (500, "", false, false), (500, "disable, abort-message", false, false),
        (500, "abort message", false, false),
    ])
    func `a header turns the connection off, or ends the attempts of a job that is not delivered`(
        status: Int,
        delivery: String,
        turnsOff: Bool,
        aborts: Bool
    ) {
        let answer = Self.answer(status, delivery: delivery)
        #expect(answer.turnsOff == turnsOff)
        #expect(answer.aborts == aborts)
        #expect(answer.outcome == Self.answer(status).outcome)
    }

    @Test func `of failures without an answer, those of the host count against it`() {
        let counting = AttemptOutcome.allCases.filter(\.countsAgainstHost)
        #expect(counting == [.connect, .tls, .timeout])
    }

    @Test func `outcomes have the names of the metrics`() {
        let names = AttemptOutcome.allCases.map(\.rawValue)
        #expect(
            names == [
                "delivered", "status", "gone", "throttled", "redirect", "connect", "tls", "timeout", "address", "url",
                "secret",
            ]
        )
        #expect(DropReason.allCases.map(\.rawValue) == ["no_callback", "closed", "forgotten", "off"])
    }
}
