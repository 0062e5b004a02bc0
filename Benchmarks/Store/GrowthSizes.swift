/// The sizes at which growing data is measured.
enum GrowthSizes {
    /// Returns numbers of connections, each ten times the previous one, up to `last` × scale.
    static func connections(from first: Int, upTo last: Int, _ options: Options) -> [Int] {
        let most = Int((Double(last) * options.scale).rounded())
        return [first] + sequence(first: first * 10) { $0 * 10 }.prefix { $0 <= most }
    }

    /// Returns the numbers of days of samples to measure a store with, up to 400 × scale.
    ///
    /// Samples expire after 400 days. `beforeExpiry` adds 390 days, when no sample has expired yet.
    static func days(_ options: Options, beforeExpiry: Bool = false) -> [Int] {
        [1, 30, 100, 390, 400].filter {
            ($0 == 1 || Double($0) <= 400 * options.scale) && ($0 != 390 || beforeExpiry)
        }
    }
}
