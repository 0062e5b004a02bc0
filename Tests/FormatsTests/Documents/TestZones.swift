import Foundation
import Vocabulary

/// The time zones of the machine.
enum TestZones {
    static let table = ZoneTable { name in

        FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").map { [UInt8]($0) }
    }
}
