import Foundation
import Health
import Store

/// What the readers need of the world, read once.
enum World {
    /// The zones of this machine.
    static let zones = ZoneTable { name in
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { [UInt8]($0) }
    }

    /// The connection of records that do not name their own.
    static let connection = ConnectionID(Array("conn-7".utf8))

    /// When records came that do not say so themselves.
    static let timestampMilliseconds: Int64 = 1_900_000_000_000

    /// Nothing committed yet, and an empty state.
    static func loop(_ rules: Rules) -> CommitLoop<MemoryStore> {
        CommitLoop(Processor(rules: rules, zones: zones), over: MemoryStore(), partition: 3)
    }
}
