import Formats
import Foundation
import Testing
import Vocabulary

/// Lists of data points that are cut into records.
struct DataPointCutTests {
    /// Returns a document with samples whose data points differ in length.
    private static func document(_ count: Int) -> [UInt8] {
        let samples = (0..<count).map { index in
            let note = String(repeating: "x", count: index * 37 % 101)
            return Documents.sample(
                id: "00000000-0000-0000-0000-\(100_000_000_000 + index)",
                "\(index)",
                "%",
                (Double(index), Double(index + index % 2)),
                more: #","meta_data":{"note":{"quantity":0,"unit":"\#(note)"}}"#
            )
        }
        let list = samples.joined(separator: ",")
        let item = #","data":{"HKQuantityTypeIdentifierWalkingAsymmetryPercentage":[\#(list)]}"#
        return Array(Documents.document("mobility", item: item).utf8)
    }

    /// Returns the texts of the data points of a list.
    private static func points(_ record: [UInt8]) -> [String] {
        let begin = #"{"header":"#
        let parts = String(decoding: record.dropFirst().dropLast(), as: UTF8.self).components(separatedBy: "," + begin)
        return parts == [""] ? [] : parts.enumerated().map { $0 == 0 ? $1 : begin + $1 }
    }

    @Test(arguments: [0, 1, 2, 30])
    func `records hold whole data points in order, and none has room for the next`(count: Int) {
        let form = DocumentForm.openMHealth(TestZones.table)
        let document = Self.document(count)
        let whole = form.records(document, .max)
        #expect(whole.count == 1 && Self.points(whole[0]).count == count)
        for maximum in Array(stride(from: 1, through: 2500, by: 31)) + [whole[0].count - 1, whole[0].count] {
            let records = form.records(document, maximum)
            let lists = records.map(Self.points)
            #expect(lists.flatMap(\.self) == Self.points(whole[0]))
            #expect(zip(records, lists).allSatisfy { $0 == Array("[\($1.joined(separator: ","))]".utf8) })
            #expect(zip(records, lists).allSatisfy { $0.count <= maximum || $1.count <= 1 })
            let next = lists.dropFirst().map { $0.first?.utf8.count ?? 0 }
            #expect(zip(records, next).allSatisfy { $0.count + 1 + $1 > maximum })
            #expect(records.count == 1 || lists.allSatisfy { !$0.isEmpty })
        }
    }
}
