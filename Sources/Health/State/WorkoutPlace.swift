import Vocabulary

/// The day under which a workout is listed, stored under the workout's id.
///
/// A new version of the workout may have another start, and a deletion has no start. So the day must be stored.
package enum WorkoutPlace: Equatable {
    /// The workout is listed under a UTC day, or under `WorkoutDay.long`.
    case day(Int32)
    /// The workout was frozen and dropped, so that no document is made if the workout is uploaded again.
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

    /// Decodes the value; nil if the bytes are damaged or have another version.
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
