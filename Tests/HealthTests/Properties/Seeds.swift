import Foundation

/// Which seeds the properties are tried with.
///
/// - `PROPERTY_SEEDS=20` tries twenty times as many as usual.
/// - `PROPERTY_SEEDS=1-3` tries twice as many, none of which is usual.
/// - `PROPERTY_SEEDS=2/6` tries the second sixth of the usual ones.
/// - `PROPERTY_SEED=7` tries the one that failed.
enum Seeds {
    static func some(_ usual: Int) -> [UInt64] { some(usual, of: ProcessInfo.processInfo.environment) }

    static func some(_ usual: Int, of environment: [String: String]) -> [UInt64] {
        if let one = environment["PROPERTY_SEED"].flatMap(UInt64.init) { return [one] }
        let text = environment["PROPERTY_SEEDS"] ?? "1"
        let part = text.split(separator: "/").compactMap { Int($0) }
        if part.count == 2, part[1] > 0, (1...part[1]).contains(part[0]) {
            let first = usual * (part[0] - 1) / part[1]
            return (first..<max(first + 1, usual * part[0] / part[1])).map { UInt64($0) }
        }
        let times = text.split(separator: "-").compactMap { Int($0) }
        let (first, end) = times.count == 2 ? (times[0], times[1]) : (0, times.first ?? 1)
        return (usual * first..<usual * max(first + 1, end)).map { UInt64($0) }
    }
}
