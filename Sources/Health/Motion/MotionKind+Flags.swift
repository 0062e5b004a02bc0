import Vocabulary

extension MotionKind {
    /// Creates the kind with the highest rank among the flags, which must contain a flag other than `unknown`.
    init(_ flags: MotionActivity.Flags) {
        if flags.contains(.cycling) {
            self = .cycling
        } else if flags.contains(.running) {
            self = .running
        } else if flags.contains(.walking) {
            self = .walking
        } else if flags.contains(.automotive) {
            self = .driving
        } else {
            self = .stationary
        }
    }
}
