import Health
import Store
import Vocabulary

/// A settings record is refused with its bytes, or kept as it was read; one that forgets leaves a mark.
enum ConnectionRecords {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var loop = World.loop(Rules())
        loop.add(line: bytes, to: .connections, timestampMilliseconds: World.timestampMilliseconds)
        var account = loop.batch?.accounting ?? Accounting()
        account.refusals = [:]
        try expect(account == Accounting(), "settings count as uploads or samples")
        let outcome = loop.commit()
        guard outcome.records.isEmpty else {
            try expect(outcome.records.count == 1 && outcome.changes.isEmpty, "refused settings change something")
            try expect(outcome.records[0].value == bytes, "a dead letter has other bytes than the record")
            return
        }
        let marks = outcome.changes.filter { $0.stateKey.kind == .forgotten }
        if !marks.isEmpty {
            // Of a forgotten connection nothing is kept but a mark.
            return try expect(outcome.changes.count == 1 && marks[0].value != nil, "a forgotten connection is kept")
        }
        let kept = outcome.changes.filter { $0.stateKey == StateKey(.settings) }
        guard kept.count == 1, let packed = kept[0].value else { throw Fault("settings are not kept once") }
        guard let settings = ConnectionSettings(packed) else { throw Fault("packed settings can't be read") }
        try expect(settings.packed == packed, "settings read back are others")
    }
}
