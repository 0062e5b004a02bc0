/// An element of an export that has begun.
enum ExportElement {
    case healthData, record, beats, correlation, workout, activity, event, route, zones, audiogram, prescription
    /// An element with nothing in it that counts.
    case leaf
    /// An element that is passed with everything in it.
    case unknown
}
