import Foundation
import Randomness

/// An upload made from a seed.
struct RunUpload: Sendable {
    let connection: String
    let body: String

    /// Uploads of several connections over two weeks: steps and sleep, late, twice, partly deleted.
    static func made(_ count: Int, connections: Int, seed: UInt64) -> [RunUpload] {
        var random = SeededRandom(seed: seed)
        var known: [String: [String]] = [:]
        return (0..<count).map { number in
            let connection = "conn-\(Int.random(in: 0..<connections, using: &random))"
            var samples: [String] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let earlier = known[connection, default: []]
                if let again = earlier.randomElement(using: &random), Int.random(in: 0..<10, using: &random) == 0 {
                    samples.append(again)
                } else {
                    samples.append(sample(&random))
                    known[connection, default: []].append(samples[samples.count - 1])
                }
            }
            var deleted = ""
            if let victim = known[connection]?.randomElement(using: &random),
                Int.random(in: 0..<12, using: &random) == 0
            {
                deleted = #","deleted":[{"id":"\#(victim.dropFirst(7).prefix(36))"}]"#
            }
            let body =
                #"{"upload_id":"\#(id(&random))","connection_id":"\#(connection)","#
                + #""collected_at":"2024-05-01T08:00:00Z","time_zone":"Europe/Vilnius","#
                + #""samples":[\#(samples.joined(separator: ","))]\#(deleted)}"#
            // One in fifty is no upload at all, but unlike all others.
            return RunUpload(connection: connection, body: number % 50 == 49 ? "no json \(number)" : body)
        }
    }

    private static func sample(_ random: inout SeededRandom) -> String {
        let day = Int.random(in: 10...24, using: &random)
        let hour = Int.random(in: 10...22, using: &random)
        let minute = Int.random(in: 10...49, using: &random)
        let times =
            #""start_date":"2024-04-\#(day)T\#(hour):\#(minute):00Z","#
            + #""end_date":"2024-04-\#(day)T\#(hour):\#(minute + 9):00Z""#
        let isSleep = Bool.random(using: &random)
        let kind =
            isSleep
            ? #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(Int.random(in: 0...5, using: &random))"#
            : #""type":"HKQuantityTypeIdentifierStepCount","unit":"count","value":\#(minute)"#
        return #"{"id":"\#(id(&random))",\#(kind),\#(times),"source":{"name":"W","bundle_identifier":"w"}}"#
    }

    private static func id(_ random: inout SeededRandom) -> String {
        let word =
            String(random.next(), radix: 16).leftPadded(to: 16) + String(random.next(), radix: 16).leftPadded(to: 16)
        let text = word.uppercased()
        let cuts = [0, 8, 12, 16, 20, 32]
        let parts = zip(cuts, cuts.dropFirst()).map { text.dropFirst($0).prefix($1 - $0) }
        return parts.joined(separator: "-")
    }
}

extension String {
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }
}
