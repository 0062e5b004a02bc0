import Formats
import Foundation
import Testing
import Vocabulary

/// JSON as a test reads it.
struct Tree: Equatable, CustomStringConvertible {
    private let value: NSObject?

    private init(_ value: NSObject?) { self.value = value }

    init(_ json: [UInt8]) throws {
        value = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? NSObject
    }

    /// The member of an object; a tree without a value if there is none.
    subscript(key: String) -> Tree { Tree((value as? NSDictionary)?[key] as? NSObject) }

    /// The element of a list; a tree without a value if there is none.
    subscript(index: Int) -> Tree { list.indices.contains(index) ? list[index] : Tree(nil) }

    var list: [Tree] { (value as? NSArray)?.map { Tree($0 as? NSObject) } ?? [] }
    var keys: [String] { ((value as? NSDictionary)?.allKeys as? [String] ?? []).sorted() }
    var text: String? { value as? String }
    var number: Double? { (value as? NSNumber)?.doubleValue }
    var exists: Bool { value != nil }
    var description: String { value.map { "\($0)" } ?? "nothing" }

    /// The elements of a list that have a text under a key.
    func all(_ key: String, _ text: String) -> [Tree] { list.filter { $0[key].text == text } }

    static func == (left: Tree, right: Tree) -> Bool { left.value == right.value }
}

extension Tree {
    /// Returns the bundles of a document.
    static func bundles(_ document: String, maximum: Int = 900_000) throws -> [Tree] {
        try DocumentForm.fhir(TestZones.table).records(Array(document.utf8), maximum).map { try Tree($0) }
    }

    /// Returns the resources of a document.
    static func resources(_ document: String) throws -> [Tree] {
        try bundles(document).flatMap { $0["entry"].list }.map { $0["resource"] }
    }

    /// The codes of a CodeableConcept.
    var codes: [String] { self["coding"].list.map { $0["code"].text ?? "?" } }
}
