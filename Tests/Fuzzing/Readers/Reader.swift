/// What reads bytes that somebody else wrote, each with what must hold whatever the bytes are.
package enum Reader: String, CaseIterable, Sendable {
    /// The journey of uploads and settings, in several commits.
    case upload
    /// One settings record of a connection.
    case settings
    /// A settings file, and what else is read at the start.
    case options
    /// Key, timestamp and `traceparent` of a record.
    case headers
    /// Records of the state topic.
    case changelog
    /// A packed segment of samples.
    case segment
    /// Every other value of the state.
    case values
    /// A file of the time zone database.
    case zone
    case json
    /// A unit of measurement.
    case unit
    /// Several uploads of one connection.
    case history
    /// An export of the Health app, and the files beside its XML.
    case export
    /// Webhook jobs of one connection.
    case job
    /// A file of webhook secrets.
    case secrets
    /// A callback URL, and what its receiver answers.
    case callback
    /// The head of an answer, and the bytes behind it.
    case head
    /// Documents that are converted to other forms.
    case forms
    /// Long inputs of all the others.
    case growth

    /// Reads the bytes; what does not hold, or nil when all holds.
    package func fault(in bytes: [UInt8]) -> String? {
        do throws(Fault) {
            switch self {
            case .upload: try Uploads.check(bytes)
            case .settings: try ConnectionRecords.check(bytes)
            case .options: try SettingsFiles.check(bytes)
            case .headers: try Headers.check(bytes)
            case .changelog: try Changelogs.check(bytes)
            case .segment: try Values.checkSegment(bytes)
            case .values: try Values.check(bytes)
            case .zone: try ZoneFiles.check(bytes)
            case .json: try Documents.check(bytes)
            case .unit: try Units.check(bytes)
            case .history: try Histories.check(bytes)
            case .export: try HealthExports.check(bytes)
            case .job: try Jobs.check(bytes)
            case .secrets: try SecretFiles.check(bytes)
            case .callback: try Callbacks.check(bytes)
            case .head: try AnswerHeads.check(bytes)
            case .forms: try Forms.check(bytes)
            case .growth:
                let long = Growth.expanded(bytes)
                return long.reader.fault(in: long.bytes)
            }
            return nil
        } catch {
            return error.sentence
        }
    }
}

/// Something that does not hold.
struct Fault: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

/// Throws when a condition does not hold.
func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(Fault) {
    if !holds { throw Fault(sentence()) }
}
