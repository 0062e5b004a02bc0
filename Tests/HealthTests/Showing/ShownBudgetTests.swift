import Health
import JSON
import Testing
import Vocabulary

/// A reader whose time or memory is used up ends between its steps, whatever it computes.
///
/// The state is in memory, so that no read of a store looks at the clock.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ShownBudgetTests {
    private static let zones = ZoneTable(read: ZoneFiles.read)
    private static let types = ["StepCount", "FlightsClimbed", "DistanceWalkingRunning", "ActiveEnergyBurned"]

    /// A day with samples of several types each hour, whose documents wait to be derived again.
    private func course(isPending: Bool) -> Course {
        var course = Course(rules: Course.rules)
        let samples = (0..<96).map { number in
            let hour = number / 4 < 10 ? "0\(number / 4)" : "\(number / 4)"
            let type = Self.types[number % 4]
            return """
                {"id":"00000000-0000-4000-8000-000000000\(number + 100)","type":"HKQuantityTypeIdentifier\(type)",\
                "start_date":"2024-04-16T\(hour):00:00Z","end_date":"2024-04-16T\(hour):09:00Z","value":1,\
                "unit":"\(["count", "count", "m", "kcal"][number % 4])","source":{"name":"W"}}
                """
        }
        let upload = """
            {"upload_id":"00000000-0000-4000-8000-000000000001","connection_id":"\(History.connection)",\
            "collected_at":"2024-04-17T06:00:00Z","time_zone":"Europe/Vilnius","samples":[\(samples.joined(separator: ","))]}
            """
        course.commit([Array(upload.utf8)])
        if isPending {
            var rules = Course.rules
            rules.sourcePriority = ["iPhone"]
            course.change(rules)
        }
        return course
    }

    /// Reads the connection with a clock that passes the deadline after so many looks.
    private func shown(
        _ course: borrowing Course,
        isPending: Bool,
        looks: Int = .max,
        bytes: Int = .max
    ) throws -> ShownConnection {
        var rules = Course.rules
        if isPending { rules.sourcePriority = ["iPhone"] }
        var left = looks
        let budget = ReadBudget(until: 0, bytes: bytes) {
            left -= 1
            return left >= 0 ? 0 : 1
        }
        let connection = try #require(ConnectionID(Array(History.connection.utf8)))
        let shown = ShownConnection(connection, of: course.store, rules: rules, zones: Self.zones, within: budget)
        return try #require(shown)
    }

    @Test func `documents that wait are derived one by one, as long as there is time`() throws {
        let course = course(isPending: true)
        let all = try shown(course, isPending: true).current(on: nil).count
        #expect(all == 10)
        let counts = try (0..<40).map { try shown(course, isPending: true, looks: $0).current(on: nil).count }
        #expect(counts == counts.sorted() && counts.first == 0 && counts.last == all)
        // The documents of one day.
        #expect(Set(counts).count > 3, "\(counts)")
    }

    @Test func `a list of published documents takes no more memory than a reader has`() throws {
        let course = course(isPending: false)
        let all = try shown(course, isPending: false).published().count
        #expect(all == 10)
        let enough = all * MemoryLayout<KnownDocument>.stride + 1
        #expect(try shown(course, isPending: false, bytes: enough - 1).published().isEmpty)
        #expect(try shown(course, isPending: false, bytes: enough).published().count == all)
        #expect(try shown(course, isPending: false, looks: 3).published().isEmpty)
    }

    @Test func `an explanation reads only the types that its document shows`() throws {
        let course = course(isPending: false)
        let pointer = try #require(JSONPointer("/data/0/data/steps"))
        // Enough for the rows and verdicts of one type, not of two.
        let shown = try shown(course, isPending: false, bytes: 24 * 200)
        let figures = shown.figures(of: "steps/2024-04-16", listing: pointer, first: 10)
        #expect(figures?.first { $0.pointer == pointer }?.samples.count == 10)
    }

    @Test func `figures are explained type by type, as long as there are time and memory`() throws {
        let course = course(isPending: false)
        let id = "activitiesSummary/2024-04-16"
        let pointer = try #require(JSONPointer("/data/0/data/HKQuantityTypeIdentifierActiveEnergyBurned"))
        func listed(looks: Int = .max, bytes: Int = .max) throws -> Int? {
            try shown(course, isPending: false, looks: looks, bytes: bytes)
                .figures(of: id, listing: pointer, first: 10)?.first { $0.pointer == pointer }?.samples.count
        }
        #expect(try listed() == 10)
        #expect(try listed(looks: 0) == 0)
        // A row and its verdict take more than 50 bytes.
        #expect(try listed(bytes: 24 * 50) == 0)
        var looks = 1
        while try listed(looks: looks) == 0 { looks += 1 }
        #expect(looks > 1 && looks <= Catalogue.sampleTypes.count)
    }

    @Test func `of many samples only the first are made, and all are counted`() throws {
        let course = course(isPending: false)
        let figures = try shown(course, isPending: false)
            .figures(of: "steps/2024-04-16", listing: JSONPointer("/data/0/data/steps"), first: 5)
        let figure = try #require(figures?.first { $0.pointer.description == "/data/0/data/steps" })
        #expect(figure.samples.count == 5)
        #expect(figure.samples.map(\.start) == figure.samples.map(\.start).sorted())
        // A step of the next local day is none of them.
        #expect(figure.reasons.map(\.word) == ["counts"] && figure.reasons.map(\.count) == [21])
    }
}
