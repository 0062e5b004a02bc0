import Formats
import Foundation
import Health
import Store
import Vocabulary

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

    /// Checks that workers take an upload with all its samples.
    static func expectAccepted(_ upload: [UInt8]) throws(Fault) {
        var loop = loop(Rules())
        loop.add(line: upload)
        let outcome = loop.commit()
        for record in outcome.records where record.deadLetter != nil {
            let header = record.headers.first { $0.name == "fork-error-message" }
            throw Fault("a worker refuses a sample: \(String(decoding: header?.value ?? [], as: UTF8.self))")
        }
    }

    /// Nothing committed yet, and an empty state.
    static func loop(_ rules: Rules) -> CommitLoop<MemoryStore> {
        var rules = rules
        rules.forms = DocumentForm.all(zones)
        return CommitLoop(Processor(rules: rules, zones: zones), over: MemoryStore(), partition: 3)
    }
}
