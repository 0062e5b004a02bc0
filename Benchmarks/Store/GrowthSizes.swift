/// The sizes at which something is measured while it grows.
enum GrowthSizes {
    /// Numbers of connections, each ten times the one before, up to the last one × scale.
    static func connections(from first: Int, upTo last: Int, _ options: Options) -> [Int] {
        let most = Int((Double(last) * options.scale).rounded())
        return [first] + sequence(first: first * 10) { $0 * 10 }.prefix { $0 <= most }
    }

    /// Days of history, up to 400 × scale; after 400 days samples expire.
    static func days(_ options: Options, beforeExpiry: Bool = false) -> [Int] {
        [1, 30, 100, 390, 400].filter {
            ($0 == 1 || Double($0) <= 400 * options.scale) && ($0 != 390 || beforeExpiry)
        }
    }
}
