import Randomness

/// What operators do beside workers, in the histories whose seeds say so.
enum Deed: String, CaseIterable {
    /// Refusals are sent through again.
    case redrive
    /// Connections are forgotten, and opened again.
    case forget
    /// All uploads are replayed into other topics.
    case replay
    /// Workers go on where the replay has ended.
    case takeOver

    /// Those of a history.
    static func all(of seed: UInt64) -> Set<Deed> {
        if let scene = Scene.of(seed) { return scene.deeds }
        var random = SeededRandom(seed: seed &* 0xDEED &+ 5)
        var deeds: Set<Deed> = []
        for deed in [Deed.redrive, .forget, .replay] where random.below(5) == 0 { deeds.insert(deed) }
        if deeds.contains(.replay), random.below(2) == 0 { deeds.insert(.takeOver) }
        return deeds
    }
}
