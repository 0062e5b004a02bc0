/// The interpretation of a motion activity, as documents name it.
package enum MotionKind: String, CaseIterable, Sendable {
    case cycling, driving, running, sleeping, stationary, walking
}
