extension DocumentsOptions {
    mutating func finish(isJSON: Bool) throws(Fault) {
        // Only workouts have activities and routes.
        if types.isEmpty, !activities.isEmpty || format == .gpx { types = ["workouts"] }
        if let from, let to, from.isLater(than: to) {
            throw Fault(.argument("--from"), "must not be later than --to")
        }
        if format == .gpx, types != ["workouts"] {
            throw Fault(.argument("--format"), "gpx needs --type workouts, because it prints the routes of workouts")
        }
        if format != nil, isJSON { throw Fault(.argument("--json"), "does not go with --format") }
        if !activities.isEmpty, !types.contains("workouts") {
            throw Fault(.argument("--activity"), "needs --type workouts, because only workouts have activities")
        }
    }
}

extension ReportOptions {
    func check(_ values: Values) throws(Fault) {
        if let from, let to, from >= to { throw Fault(.argument("--from"), "must be earlier than --to") }
        if preset != nil {
            for name in ["by", "from", "to", "type"] where values.isGiven(name) {
                throw Fault(.argument("--\(name)"), "does not go with --preset, which names periods and types")
            }
        } else if at != nil {
            throw Fault(.argument("--at"), "is for --preset only; use --from and --to")
        }
    }
}

extension ExplainOptions {
    /// Checks that uploads and settings are read either from brokers or from files.
    func check(_ cluster: ClusterOptions) throws(Fault) {
        if uploads == "-" { throw Fault(.argument("--uploads"), "must be a file, because it is read more than once") }
        if uploads != nil { return }
        if connections != nil {
            throw Fault(.argument("--connections"), "needs --uploads; without it, settings are read from their topic")
        }
        if !cluster.bootstrapServers.isEmpty { return }
        let reason = "must be given, here or as FORK_BOOTSTRAP_SERVERS, unless --uploads is"
        throw Fault(.argument("--bootstrap-servers"), reason)
    }
}
