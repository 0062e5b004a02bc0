import JSON
import Vocabulary

/// A format of upload records other than the native one.
///
/// A record of a dialect is translated into a native upload before it is read; see `TranslatedUpload`.
enum Dialect {
    /// The body of a request of the Open Wearables SDK.
    case openWearables
    /// Structs of HealthKitReporter, as the Fork SDK sends them.
    case healthKitReporter(HealthKitReporter.Shape)

    /// Recognizes a dialect by its own fields; nil for a native upload, and for an unknown format.
    ///
    /// A native upload is recognized by its first native field, usually the first or second member of the object.
    ///
    /// - Throws: A refusal, if the record is the body of an exporter that this version does not support.
    init?(_ record: Value) throws(Refusal) {
        if var elements = record.elements {
            while let element = elements.next() {
                guard element.member("uuid") != nil || element.member("identifier") != nil else { continue }
                self = .healthKitReporter(.array)
                return
            }
            return nil
        }
        guard var members = record.members else { return nil }
        var (hasPayloads, isStruct) = (false, false)
        while let member = members.next() {
            let key = member.key
            if key == "upload_id" || key == "samples" || key == "deleted" || key == "post" { return nil }
            hasPayloads = hasPayloads || key == "payloads"
            isStruct = isStruct || key == "uuid" || key == "identifier" || CharacteristicStruct.names(key)
        }
        if try OpenWearables.isBody(record) {
            self = .openWearables
        } else if hasPayloads {
            self = .healthKitReporter(.payloads)
        } else if isStruct {
            self = .healthKitReporter(.object)
        } else {
            return nil
        }
    }

    /// Returns the places of the record's lists of elements; empty if the record is one element.
    func containers(_ record: Value) -> [JSONPointer] {
        switch self {
        case .openWearables: OpenWearables.containers(record)
        case .healthKitReporter(.object): []
        case .healthKitReporter(.array): [.root]
        case .healthKitReporter(.payloads): [.root.member("payloads")]
        }
    }

    func counts(_ record: Value) -> (samples: Int, deletions: Int) {
        switch self {
        case .openWearables: (OpenWearables.count(record), 0)
        case .healthKitReporter(let shape): HealthKitReporter.counts(record, shape)
        }
    }

    /// Returns the places of the elements without an id; their ids are derived from their bytes.
    func elementsWithoutID(_ record: Value) -> [JSONPointer] {
        switch self {
        case .openWearables: []
        case .healthKitReporter(let shape): HealthKitReporter.elementsWithoutID(record, shape)
        }
    }

    /// Translates the elements of a record, or throws the refusal of the whole record.
    func translate(_ record: Value, into upload: inout UploadTranslation) throws(Refusal) {
        switch self {
        case .openWearables: try OpenWearables.translate(record, into: &upload)
        case .healthKitReporter(let shape): try HealthKitReporter.translate(record, shape, into: &upload)
        }
    }
}
