/// The sizes at which something is measured while it grows.
enum Ladder {
    /// Numbers of connections, each ten times the one before, up to 100,000 × scale.
    static func connections(from first: Int, _ options: Options) -> [Int] {
        let most = Int((100_000 * options.scale).rounded())
        let all = sequence(first: first) { $0 * 10 }.prefix { $0 <= most }
        return all.isEmpty ? [max(1, most)] : Array(all)
    }

    /// Days of history, up to 400 × scale; after 400 days samples expire.
    static func days(_ options: Options, beforeExpiry: Bool = false) -> [Int] {
        [1, 30, 100, 390, 400].filter {
            ($0 == 1 || Double($0) <= 400 * options.scale) && ($0 != 390 || beforeExpiry)
        }
    }
}
