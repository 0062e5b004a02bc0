import Dispatching
import Vocabulary
import Webhooks

/// A rig that is moved by words, and tells in words what it did.
///
/// Jobs have the number of their sequence, without the base. Words for events:
///
/// ```
/// job c [heart]           a job of connection c is appended and read
/// answer 0 503 after 60   the request of job 0 is answered; also `410`, `200 disable`, `400 abort-message`
/// answer 0 tls too old    the request of job 0 has no answer, for this reason; also `timeout`
/// settings c HOST         new settings of c; also `close c`, `forget c`, `remove c`, `mute c`
/// commit | abort | crash | crash unordered | crash ordered | drain | cut off | release | assign | wait
/// ```
struct Transcript {
    let rig: Rig

    init(_ options: DispatchOptions = DispatchOptions(), partitions: Int32 = 1, connections: [String] = ["c", "d"])
        throws
    {
        rig = try Rig(options, partitions: partitions)
        for connection in connections { try put(connection, "\(connection).example") }
    }

    /// Performs an event at a time, and returns its effects.
    func perform(_ seconds: Double, _ event: String) throws -> String {
        rig.now = Rig.start + Int64(seconds * 1_000)
        let words = event.split(separator: " ").map(String.init)
        var effects: [String] = []
        switch words[0] {
        case "job":
            rig.append(rig.job(words[1], words.count > 2 ? words[2] : "sleep"))
            rig.read()
        case "resend":
            var record = rig.job(words[1])
            record.sequence = Array(words[2].utf8)
            rig.append(record)
            rig.read()
        case "answer": try answer(Array(words.dropFirst()))
        case "settings": try put(words[1], words[2])
        case "close": try rig.put(#""callback_url":"https://\#(words[1]).example/","closed":true"#, of: words[1])
        case "forget": try rig.put(#""callback_url":"https://\#(words[1]).example/","forget":true"#, of: words[1])
        case "remove": try rig.put(nil, of: words[1])
        case "mute": try rig.put(#""app_id":"app""#, of: words[1])
        case "commit", "abort": effects.append(try commit(isAborted: words[0] == "abort"))
        case "crash":
            var options = rig.options
            if words.count > 1 { options.orderHoldMilliseconds = words[1] == "ordered" ? 3_600_000 : 0 }
            try rig.crash(options)
            rig.read()
        case "drain": _ = rig.drain([0])
        case "cut": effects += rig.cutOff([0]).map { "cut \(Rig.number($0.sequence))" }
        case "release": rig.release([0])
        case "assign":
            try rig.assign(0)
            rig.read()
        default: break
        }
        effects += rig.begin().map { "send \(Rig.number($0.sequence))\($0.isThin ? " thin" : "")" }
        return effects.joined(separator: ", ")
    }

    private func put(_ connection: String, _ host: String) throws {
        try rig.put(#""callback_url":"https://\#(host)/""#, of: connection)
    }

    private func answer(_ words: [String]) throws {
        guard let sequence = Int64(words[0]), let request = rig.request(sequence) else {
            throw WrongEvent(text: "no request for \(words[0])")
        }
        let reason = FailureReason(words.dropFirst(2).joined(separator: " "))
        var result = AttemptOutcome(rawValue: words[1]).map { DeliveryResult.failure($0, reason) }
        if let status = Int(words[1]) {
            let after = words.firstIndex(of: "after").map { Array(words[$0 + 1].utf8) }
            let order = words.last.map { Array($0.utf8) }
            result = .answer(
                Answer(status: status, retryAfter: after, delivery: order, nowSeconds: rig.now / 1_000)
            )
        }
        guard let result else { throw WrongEvent(text: words[1]) }
        rig.answer(request.delivery.id, result)
    }

    private func commit(isAborted: Bool) throws -> String {
        guard let commit = try rig.commit(isAborted: isAborted) else { return "nothing" }
        var words = commit.partitions.map { "offset \($0.nextOffset)" }
        let rows = commit.partitions.reduce(0) { $0 + $1.changes.count }
        if rows > 0 { words.append("rows") }
        for outcome in DispatchCounts.JobOutcome.allCases {
            if let number = commit.counts.jobs[outcome] { words.append("\(outcome.rawValue) \(number)") }
        }
        for letter in commit.deadLetters {
            words.append("letter \(text(letter.headers.first { $0.name == "fork-error-code" }?.value))")
        }
        return words.joined(separator: " ")
    }
}

struct WrongEvent: Error {
    let text: String
}
