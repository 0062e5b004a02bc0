import Foundation
import Health

/// What the readers need of the world, read once.
enum World {
    /// The zones of this machine.
    static let zones = ZoneTable { name in
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { [UInt8]($0) }
    }

    /// The connection of records that do not name their own.
    static let connection = ConnectionID(Array("conn-7".utf8))

    static func place(_ topic: RecordPlace.Topic, _ offset: Int64) -> RecordPlace {
        RecordPlace(topic: topic, partition: 3, offset: offset, timestampMilliseconds: 1_900_000_000_000)
    }
}
