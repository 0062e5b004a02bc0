import Foundation

/// Which seeds the properties are tried with.
///
/// FORK_SEEDS=20 tries twenty times as many as usual, FORK_SEED=7 tries the one that failed.
enum Seeds {
    static func some(_ usual: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let one = environment["FORK_SEED"].flatMap(UInt64.init) { return [one] }
        let times = environment["FORK_SEEDS"].flatMap(Int.init) ?? 1
        return (0..<UInt64(usual * max(1, times))).map { $0 }
    }
}
