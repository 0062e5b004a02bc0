import Foundation
import Health
import JSON
import Testing
import Vocabulary

/// The explanation of a document from lines of uploads.
enum Explained {
    private static let zones = ZoneTable(read: ZoneFiles.read)

    /// Reads uploads as often as they are asked for; nil if there is no such document.
    static func explainer(
        _ document: String,
        _ uploads: [[UInt8]],
        of name: String = "c",
        settings: [String] = [],
        rules: Rules = Rules()
    ) throws -> (explanation: Explanation?, existing: [String], twin: String?) {
        let connection = try #require(ConnectionID(Array(name.utf8)))
        var explainer = Explainer(document, of: connection, rules: rules, zones: zones)
        func place(_ topic: RecordPlace.Topic) -> RecordPlace {
            var place = RecordPlace(topic: topic, partition: 0, offset: 0, timestampMilliseconds: nil)
            place.describesItself = true
            return place
        }
        for line in settings { explainer.take(place(.connections), key: connection.bytes, value: Array(line.utf8)) }
        var readings = 0
        repeat {
            for line in uploads { explainer.take(place(.uploads), key: connection.bytes, value: line) }
            readings += 1
        } while explainer.endReading()
        #expect(readings <= 4 && explainer.defect == nil)
        return (explainer.explanation, explainer.existing, explainer.twin)
    }

    /// Explains a document of the connection `c`, which must exist.
    static func explanation(
        _ document: String,
        _ uploads: [String],
        settings: [String] = [],
        rules: Rules = Rules()
    ) throws -> Explanation {
        let lines = uploads.map { Array($0.utf8) }
        return try #require(try explainer(document, lines, settings: settings, rules: rules).explanation)
    }
}

extension Explanation {
    func figure(_ pointer: String) throws -> Figure {
        try #require(figures.first { $0.pointer.description == pointer }, "\(figures.map(\.pointer.description))")
    }
}

extension Explanation.Figure {
    /// The samples as `number share why by`, where an id is its number, in the order of the figure.
    var said: [String] {
        samples.map { sample in
            let number = sample.id.map { Self.number($0.description) } ?? "?"
            let by = sample.why.by.map { " " + Self.number(String(decoding: $0, as: UTF8.self)) } ?? ""
            return "\(number) \(sample.share) \(sample.why.word)\(by)"
        }
    }

    func value(_ name: String) -> Double? { values.first { $0.name == name }?.number }

    /// Shortens an id to the number that made it.
    private static func number(_ text: String) -> String {
        let start = "00000000-0000-4000-8000-"
        guard let range = text.firstRange(of: start) else { return text }
        return text[..<range.lowerBound] + String(Int(text[range.upperBound...]) ?? 0)
    }
}
