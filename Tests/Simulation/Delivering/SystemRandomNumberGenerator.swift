import System

/// What stands for the system's generator: the chance of the history.
struct SystemRandomNumberGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { World.current.random.next() }
}
