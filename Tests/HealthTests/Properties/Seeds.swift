import Foundation

/// Which seeds the properties are tried with.
///
/// FORK_SEEDS=20 tries twenty times as many as usual, FORK_SEEDS=1-3 twice as many, none of which is usual, FORK_SEED=7 the one
/// that failed.
enum Seeds {
    static func some(_ usual: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let one = environment["FORK_SEED"].flatMap(UInt64.init) { return [one] }
        let times = (environment["FORK_SEEDS"] ?? "1").split(separator: "-").compactMap { Int($0) }
        let (first, end) = times.count == 2 ? (times[0], times[1]) : (0, times.first ?? 1)
        return (usual * first..<usual * max(first + 1, end)).map { UInt64($0) }
    }
}
