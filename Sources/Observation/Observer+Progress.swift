/// Commands that take their time.
extension Observer {
    /// How far a command is, said every ten seconds where nobody watches a line.
    ///
    /// - Parameters:
    ///   - title: what is going on, such as `reading fork.documents`.
    ///   - done: how many are behind.
    ///   - total: nil where nobody knows.
    ///   - unit: what is counted.
    ///   - perSecond: of the last seconds.
    ///   - secondsLeft: nil where nobody knows.
    package func progress(
        of title: String,
        done: Int,
        total: Int?,
        unit: String,
        perSecond: Double,
        secondsLeft: Double?
    ) {
        log(.info, "progress", "progress") { line in
            line.text("of", title)
            line.number("done", done)
            if let total { line.number("total", total) }
            line.text("unit", unit)
            line.rate("per_second", perSecond)
            if let secondsLeft { line.seconds("seconds_left", secondsLeft) }
        }
    }
}
