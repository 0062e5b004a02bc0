import Testing
import Vocabulary

/// Nights as sleep episodes.
struct NightPointTests {
    /// A sample of sleep, from and to a minute of the night.
    private typealias Stage = (from: Double, to: Double, code: Int)

    /// Returns the data points of a night that began at 2001-01-01T00:00:00Z.
    private static func points(_ stages: [Stage], isPrimary: Bool = true, entered: Int = 0) throws -> [DataPoint] {
        let samples = stages.enumerated().map { index, stage in
            let id = "00000000-0000-0000-0000-00000000000\(index)"
            let more = index < entered ? #","meta_data":{"HKWasUserEntered":{"quantity":1,"unit":"bool"}}"# : ""
            return Documents.sample(id: id, "\(stage.code)", "x", (stage.from * 60, stage.to * 60), more: more)
        }
        let figures =
            #""asleep":{"quantity":11040.5,"unit":"s"},"awakenings":{"quantity":2,"unit":"count"},"#
            + #""latency":{"quantity":600,"unit":"s"},"primary":{"quantity":\#(isPrimary ? 1 : 0),"unit":"bool"}"#
        let item = #","data":{"sleep":[\#(samples.joined(separator: ","))]},"meta_data":{\#(figures)}"#
        return try DataPoint.all(
            Documents.document("sleep", id: "sleep/1D939EC7-5D2F-5020-8B2C-754954BDC006", zone: "UTC", item: item)
        )
    }

    @Test func `a night is an episode with its figures`() throws {
        let points = try Self.points([(0, 480, 0), (10, 200, 3), (200, 210, 2), (210, 470, 5)])
        #expect(points.map(\.schema) == ["omh:sleep-episode:1.1"])
        let point = points[0]
        let name = "omh/conn-7/sleep/1D939EC7-5D2F-5020-8B2C-754954BDC006/HKCategoryTypeIdentifierSleepAnalysis/1"
        #expect(point.id == UUID128.v5(name: Array(name.utf8)).description.lowercased())
        #expect(point.times == ["2001-01-01T00:10:00.000+00:00", "2001-01-01T07:50:00.000+00:00"])
        #expect(point.created == "2001-01-01T07:50:00.000+00:00")
        #expect(point.measure("latency_to_sleep_onset") == .init(value: 600, unit: "sec"))
        #expect(point.measure("total_sleep_time") == .init(value: 11_040.5, unit: "sec"))
        #expect(point.body["number_of_awakenings"] as? Int == 2)
        #expect(point.body.count == 4 && point.source == "Apple Watch" && point.modality == "sensed")
    }

    /// The first and the last minute asleep, if there is one.
    @Test(
        arguments: [
            ([(0, 60, 1)], [0, 60]),
            ([(0, 60, 0)], []), ([(0, 60, 2)], []), ([], []), ([(0, 60, 6)], []),
            ([(30, 30, 3)], []), ([(0, 30, 3), (60, 60, 4)], [0, 30]),
            ([(0, 60, 3), (0, 10, 2)], [10, 60]), ([(0, 60, 3), (50, 60, 2)], [0, 50]),
            ([(0, 60, 3), (0, 60, 2)], []), ([(0, 60, 3), (0, 70, 2)], []),
            ([(0, 10, 3), (20, 30, 4), (5, 25, 2)], [0, 30]), ([(0, 10, 3), (20, 30, 4), (5, 40, 2)], [0, 5]),
            ([(0, 10, 3), (20, 30, 4), (0, 25, 2)], [25, 30]),
            ([(0, 60, 3), (10, 20, 2), (15, 30, 2), (40, 60, 2)], [0, 40]),
            ([(0, 60, 3), (0, 20, 2), (20, 40, 2), (55, 80, 2)], [40, 55]),
            ([(0, 60, 3), (20, 40, 4), (60, 90, 5)], [0, 90]),
        ] as [([Stage], [Double])]
    )
    func `an episode is from the first sleep to the last`(stages: [(Double, Double, Int)], minutes: [Double]) throws {
        let points = try Self.points(stages)
        let times = minutes.map { minute in
            let (hour, minute) = (Int(minute) / 60, Int(minute) % 60)
            return "2001-01-01T0\(hour):\(minute < 10 ? "0" : "")\(minute):00.000+00:00"
        }
        #expect(points.map(\.times) == (times.isEmpty ? [] : [times]))
    }

    @Test func `a night that is not primary makes no data point`() throws {
        #expect(try Self.points([(0, 60, 3)], isPrimary: false).isEmpty)
    }

    @Test(arguments: [(0, "sensed"), (1, "sensed"), (2, "self-reported")])
    func `a night is self-reported if a person entered all of it`(entered: Int, modality: String) throws {
        #expect(try Self.points([(0, 60, 3), (60, 90, 4)], entered: entered).map(\.modality) == [modality])
    }
}
