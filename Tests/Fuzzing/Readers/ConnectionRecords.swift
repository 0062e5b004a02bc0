import Health
import Store

/// A settings record is refused with its bytes, or kept as it was read.
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
        let kept = outcome.changes.filter { $0.stateKey == StateKey(.settings) }
        guard kept.count == 1, let packed = kept[0].value else { throw Fault("settings are not kept once") }
        guard let settings = ConnectionSettings(packed) else { throw Fault("packed settings can't be read") }
        try expect(settings.packed == packed, "settings read back are others")
    }
}
