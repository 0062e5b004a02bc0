/// The options of `forget`, without `--yes`.
extension Options {
    static let check = Option(
        "check",
        .toggle,
        in: .call,
        of: [.forget],
        "Only look where the connection still stands, and change nothing."
    )
    static let timeout = Option(
        "timeout",
        .duration(0...86_400_000),
        .text("60s"),
        in: .call,
        of: [.forget],
        "How long to wait for workers; reading topics does not count."
    )
}
