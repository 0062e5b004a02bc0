/// The options of `forget`, without `--yes`.
extension Options {
    static let check = Option(
        "check",
        .toggle,
        in: .call,
        of: [.forget],
        "Only search for remaining records of the connection, and change nothing."
    )
    static let timeout = Option(
        "timeout",
        .duration(0...86_400_000),
        .text("60s"),
        in: .call,
        of: [.forget],
        "Wait this long for workers, not counting the time to read topics."
    )
}
