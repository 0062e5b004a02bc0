/// An open element of an export.
enum ExportElement {
    case healthData, record, beats, correlation, workout, activity, event, route, zones, audiogram, prescription
    /// An element without relevant content.
    case leaf
    /// An element that is skipped with all its content.
    case unknown
}
