/// The options of `webhook-echo`, without `--json`.
extension Options {
    static let listen = Option(
        "listen",
        .httpAddress,
        .text("127.0.0.1:8099"),
        in: .input,
        of: [.webhookEcho],
        "Receive webhooks at this address, at any path. Port 0 selects a free port, which is logged."
    )
    static let secrets = Option(
        "secrets",
        .path("FILE"),
        .absent("none"),
        in: .input,
        of: [.webhookEcho],
        """
        Verify with the secrets of this JSON file, which has the members default, apps and connections. \
        FORK_WEBHOOK_SECRET is the default secret if the file has none.
        """
    )
    static let answer = Option(
        "status",
        .integer(200...599),
        .text("204"),
        in: .call,
        of: [.webhookEcho],
        "Answer verified deliveries with this status."
    )
    static let fail = Option(
        "fail",
        .share,
        .text("0"),
        in: .call,
        of: [.webhookEcho],
        "Answer this share of verified deliveries with 500, by chance."
    )
    static let seed = Option(
        "seed",
        .integer(0...Int.max),
        .absent("random"),
        in: .call,
        of: [.webhookEcho],
        "Choose the deliveries that --fail selects by this number: the same number selects the same ones."
    )
    static let delay = Option(
        "delay",
        .duration(0...600_000),
        .text("0s"),
        in: .call,
        of: [.webhookEcho],
        "Answer each delivery this long after it has arrived."
    )

    static let echoRows = [listen.row, secrets.row, answer.row, fail.row, seed.row, delay.row]
}

extension Kind<Double> {
    /// A share from 0 to 1.
    static let share = Kind("SHARE", rule: "number from 0 to 1") { text throws(Reason) in
        guard let share = try? number.read(text), 0...1 ~= share else {
            throw Reason("must be a number from 0 to 1, such as 0.3")
        }
        return share
    }
}
