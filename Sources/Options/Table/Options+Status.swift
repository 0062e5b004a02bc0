/// The options of `status`, without `--json`.
extension Options {
    static let watch = Option(
        "watch",
        .toggle,
        in: .call,
        of: [.status],
        "Go on until stopped, with a new page every two seconds."
    )
    static let worker = Option(
        "worker",
        .workers,
        .absent("none"),
        in: .call,
        of: [.status],
        "The --http-address of a worker, to show how far it is with restores and re-derivations; can be given often."
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
