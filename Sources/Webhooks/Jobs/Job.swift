package import Vocabulary

/// A webhook job as it was read, or as merging or erasing documents has changed it.
///
/// Values keep their JSON text: the job stores only the ranges of members in the text.
package struct Job: Equatable, Sendable {
    /// The names of members that the delivery treats differently from others.
    enum MemberName: Sendable {
        case type, createdAt, callbackURL, uploads, documents
        /// A member that the delivery itself adds.
        case added
        case other
    }

    /// A member of the job, with its ranges in `bytes`.
    struct JobMember: Equatable, Sendable {
        let name: MemberName
        let key: Range<Int>
        let value: Range<Int>
    }

    /// An entry of `documents`.
    package struct JobDocument: Equatable, Sendable {
        /// The id of the document, without escapes.
        package let id: [UInt8]
        package let isDeletion: Bool
        /// The range of the id with its quotes.
        let idRange: Range<Int>
        /// The range of the whole entry.
        let range: Range<Int>
    }

    /// The job as JSON.
    package internal(set) var bytes: [UInt8]
    /// The id as the record contains it, a UUID.
    package let id: [UInt8]
    package let connection: ConnectionID
    package let appID: [UInt8]?
    /// The callback URL of the settings under which the job was made.
    package let callbackURL: [UInt8]
    package let dataType: [UInt8]
    /// The time of the last upload of the job, in milliseconds since 1970.
    package let createdAtMilliseconds: Int64
    /// The number of the part, from 1.
    package let part: Int
    package let parts: Int
    package internal(set) var documents: [JobDocument]
    /// The ranges of the uploads with their quotes.
    var uploads: [Range<Int>]
    /// All members, in their order.
    var members: [JobMember]

    package var uploadCount: Int { uploads.count }
    /// Whether the job has documents that are not deletions.
    package var hasUpserts: Bool { documents.contains { !$0.isDeletion } }
}
