/// Where a workout is listed, kept by its id: a copy of it, or a deletion, may say any other time, or none.
package enum WorkoutPlace: Equatable {
    /// Among those of a UTC day, or those that last longer than a day.
    case day(Int32)
    /// Nowhere any more: it was frozen when retention dropped it. Should it come again, it makes no document.
    case dropped

    package var packed: [UInt8] {
        var packer = Packer()
        packer.byte(StateFormat.workoutPlace.version)
        switch self {
        case .day(let day):
            packer.byte(0)
            packer.signed(Int64(day))
        case .dropped: packer.byte(1)
        }
        return packer.bytes
    }

    /// Reads the bytes; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8]) {
        guard var unpacker = StateFormat.workoutPlace.unpacker(bytes) else { return nil }
        switch unpacker.byte() {
        case 0: self = .day(Int32(clamping: unpacker.signed()))
        case 1: self = .dropped
        default: return nil
        }
        if unpacker.isBroken || !unpacker.isAtEnd { return nil }
    }
}
