package import JSON
package import Vocabulary

/// Why a document says what it says: its figures, and what became of each sample that belongs to them.
package struct Explanation {
    /// The id of the document.
    package let id: String
    /// The document's start in seconds since 2001.
    package let start: Double
    /// The document's end in seconds since 2001.
    package let end: Double
    /// The name of the document's time zone.
    package let zone: String
    /// The figures, ordered by pointer.
    package internal(set) var figures: [Figure]
    /// The number of uploads that were read, including refused ones.
    package let uploads: Int
    /// The number of refused samples without a type or a time, by code.
    package let unplaced: [(code: RefusalCode, count: Int)]

    /// A number of a figure, such as its sum.
    package struct Value: Equatable {
        package let name: String
        package let number: Double

        package init(name: String, number: Double) { (self.name, self.number) = (name, number) }
    }

    /// A list of the document that shows samples or is computed from them, or the workout of the document.
    package struct Figure {
        package let pointer: JSONPointer
        /// The sample type; nil if only the live document has the figure.
        package let type: SampleType?
        package let values: [Value]
        /// The values of the live document, if they differ; nil if they are equal or unknown.
        package internal(set) var live: [Value]?
        /// The number of samples for each reason, in the order of the reasons.
        package let reasons: [(word: String, count: Int)]
        /// The first samples by start, at most `Explanation.samplesMax`.
        package let samples: [ExplainedSample]
    }

    /// The greatest number of samples that are listed for a figure; all are counted.
    package static let samplesMax = 1_000
}

/// A copy of a sample, and why a figure contains it or not.
package struct ExplainedSample {
    /// The id; nil if a refused sample has none.
    package let id: UUID128?
    /// The first upload that contains this copy; nil if it has no readable id.
    package let upload: UUID128?
    /// The source key, which is empty if the source is unknown.
    package let source: [UInt8]
    /// The name of the source, for people; empty if it has none.
    package let sourceName: [UInt8]
    package let start: Double
    package let end: Double
    /// The value in the unit of documents; nil if the sample has no number, or was refused before it was read.
    package let value: Double?
    /// The share of the value that the figure contains, from 0 to 1.
    package let share: Double
    package let why: Why

    /// Why a figure contains a sample, or why not.
    package enum Why: Equatable, Sendable {
        case counts
        /// A better-ranked source covers the sample, or a part of it.
        case covered(by: [UInt8])
        /// The workout has uploaded statistics of the type.
        case statistics(of: UUID128)
        /// Another sample with a lesser id is the same measurement.
        case twin(of: UUID128?)
        /// Another sample is a newer version of the same measurement.
        case newerVersion(UUID128?)
        /// Another copy of the sample counts, which this upload contains.
        case copy(upload: UUID128?)
        /// This upload deletes the sample.
        case deleted(upload: UUID128)
        case refused(RefusalCode)
        /// The sample belongs to another document, or another source is shown instead.
        case outside([UInt8]?)
    }
}

extension ExplainedSample.Why {
    /// The reasons in the order in which they are counted.
    package static let words = [
        "counts", "covered", "statistics", "twin", "newerVersion", "copy", "deleted", "refused", "outside",
    ]

    package var word: String {
        switch self {
        case .counts: "counts"
        case .covered: "covered"
        case .statistics: "statistics"
        case .twin: "twin"
        case .newerVersion: "newerVersion"
        case .copy: "copy"
        case .deleted: "deleted"
        case .refused: "refused"
        case .outside: "outside"
        }
    }

    /// The id, code or source behind the reason; nil if there is none.
    package var by: [UInt8]? {
        switch self {
        case .counts: nil
        case .covered(let source): source
        case .statistics(let id): id.textBytes
        case .twin(let id), .newerVersion(let id), .copy(let id): id?.textBytes
        case .deleted(let upload): upload.textBytes
        case .refused(let code): Array(code.rawValue.utf8)
        case .outside(let other): other
        }
    }
}
