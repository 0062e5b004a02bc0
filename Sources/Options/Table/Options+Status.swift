/// The options of `status`, without `--json`.
extension Options {
    static let watch = Option(
        "watch",
        .toggle,
        in: .call,
        of: [.status],
        "Repeat the status every two seconds until stopped."
    )
    static let worker = Option(
        "worker",
        .workers,
        .absent("none"),
        in: .call,
        of: [.status],
        "Show the progress of restores and re-derivations of the worker with this --http-address. Repeatable."
    )

    static let statusRows = [watch.row, worker.row]
}

extension Kind<HTTPAddress> {
    /// Addresses of workers, one per occurrence of the option.
    static let workers = Kind(
        "HOST:PORT",
        rule: "\(httpAddress.rule), repeatable",
        shape: .repeated,
        read: httpAddress.read
    )
}
