package import Vocabulary

/// Creates the documents of sleep sessions.
package struct SleepDocuments {
    let connection: ConnectionID
    let pool: Pool

    /// Returns the id of a session, derived from the connection, the source key, and the first sample and its start.
    package func id(_ session: SleepSession) -> UUID128 {
        var name: [UInt8] = []
        name.reserveCapacity(connection.bytes.count + session.sourceKey.count + UUID128.textCount + 24)
        name += connection.bytes
        name.append(UInt8(ascii: "/"))
        name += session.sourceKey
        name.append(UInt8(ascii: "/"))
        session.samples[0].id.append(to: &name)
        name += Array("/\(session.samples[0].startMilliseconds)".utf8)
        return UUID128.v5(name: name)
    }

    package func document(_ session: SleepSession) -> Document {
        let id = id(session)
        let name = id.textBytes
        let bounds = (start: session.start, end: session.end)
        let membership = SampleMembership(session.samples, bounds: bounds)
        let provenance = Provenance(membership, pool: pool)
        var document = Document(.sleep, name: name, bounds: bounds, provenance, of: connection)
        document.item.id = id
        let samples = SampleSeries(
            .sleepAnalysis,
            of: session.samples,
            word: Self.word,
            pool: pool,
            positions: provenance.positions(pool)
        )
        document.item.data = [Series(key: Array("sleep".utf8), samples: samples, isMovable: true)]
        document.item.metadata.computed = Self.computed(session)
        return document
    }

    private static let word = Literals.quoted(SampleType.sleepAnalysis.identifier)

    private static func computed(_ session: SleepSession) -> [(key: String, value: Double, unit: String)] {
        var recorded = 0.0
        for sample in session.samples { recorded += sample.duration }
        var computed: [(key: String, value: Double, unit: String)] = [
            ("in_bed", session.spans(0).length, "s"),
            ("unspecified", session.spans(1).length, "s"),
            ("awake", session.spans(2).length, "s"),
            ("core", session.spans(3).length, "s"),
            ("deep", session.spans(4).length, "s"),
            ("rem", session.spans(5).length, "s"),
            ("asleep", session.asleep.length, "s"),
            ("recorded", recorded, "s"),
            ("awakenings", Double(session.awakenings), "count"),
            ("primary", session.isPrimary ? 1 : 0, "bool"),
        ]
        if let latency = session.latency { computed.append(("latency", latency, "s")) }
        if let efficiency = session.efficiency { computed.append(("efficiency", efficiency, "%")) }
        return computed
    }
}
