package import Health

/// Which documents are asked for.
package struct DocumentFilter {
    /// A bound of time: an instant, or a local day of the document.
    package enum Bound: Sendable, Equatable {
        /// In seconds since 2001.
        case instant(Double)
        case day(Day)
    }

    private let types: Set<[UInt8]>
    private let from: Bound?
    private let to: Bound?
    private let zones: ZoneTable

    /// - Parameters:
    ///   - types: names of data types; none stand for all.
    ///   - from: what ends before is left out.
    ///   - to: what begins then or later is left out; of a day, what begins after it.
    ///   - zones: in which days are counted.
    package init(types: [DataType], from: Bound?, to: Bound?, zones: ZoneTable) {
        self.types = Set(types.map { Array($0.name.utf8) })
        self.from = from
        self.to = to
        self.zones = zones
    }

    package func takes(type: [UInt8]) -> Bool { types.isEmpty || types.contains(type) }

    /// Whether bounds overlap those that are asked for; a document without length counts where it lies.
    package func takes(start: Double, end: Double, zone name: String?) -> Bool {
        if from == nil, to == nil { return true }
        let zone = name.flatMap { zones.zone($0) } ?? .utc
        let first = from.map { Self.start($0, zone) } ?? -.infinity
        let last = to.map { Self.end($0, zone) } ?? .infinity
        return start < last && (end > first || start >= first)
    }

    private static func start(_ bound: Bound, _ zone: Zone) -> Double {
        switch bound {
        case .instant(let instant): instant
        case .day(let day): zone.bounds(of: day).start
        }
    }

    /// A day counts to its end.
    private static func end(_ bound: Bound, _ zone: Zone) -> Double {
        switch bound {
        case .instant(let instant): instant
        case .day(let day): zone.bounds(of: day).end
        }
    }
}
