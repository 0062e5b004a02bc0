import Testing
import Views

/// Numbers, names and small drawings.
struct FiguresTests {
    @Test(arguments: [
        (0, 0, "0"), (8_832.857, 0, "8,833"), (1_234_567, 0, "1,234,567"), (1_000.05, 1, "1,000.1"), (-2.04, 1, "-2.0"),
        (-0.04, 1, "0.0"), (999.96, 1, "1,000.0"), (0.005, 2, "0.01"),
    ])
    func `numbers are rounded and grouped`(value: Double, places: Int, expected: String) {
        #expect(Figures.decimal(value, places: places) == expected)
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_540, "59 min"), (3_600, "1 h"), (27_420, "7 h 37 min"),
        (172_700, "47 h 58 min"), (172_800, "2 d"), (273_600, "3 d 4 h"), (1e300, "11574074 d 1 h"),
    ])
    func `a duration is said in hours and minutes`(seconds: Double, expected: String) {
        #expect(Figures.duration(seconds: seconds) == expected)
    }

    @Test(arguments: [
        ("HKQuantityTypeIdentifierStepCount", "step count"), ("HKWeatherTemperature", "weather temperature"),
        ("HKQuantityTypeIdentifierVO2Max", "vo2 max"), ("sleep", "sleep"),
        ("HKCharacteristicTypeIdentifierBiologicalSex", "biological sex"),
        ("HKClinicalTypeIdentifierVitalSignRecord", "vital sign record"),
        ("HKCorrelationTypeIdentifierBloodPressure", "blood pressure"),
        ("HKVisionPrescriptionTypeIdentifier", "vision prescription"), ("HKDataTypeStateOfMind", "state of mind"),
        ("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", "medication dose event"),
        ("HKDataTypeIdentifierElectrocardiogram", "electrocardiogram"),
    ])
    func `identifiers become words`(identifier: String, expected: String) {
        #expect(Names.words(identifier) == expected)
    }

    @Test(arguments: [
        (61, "count/min", "61/min"), (12, "count", "12"), (14_200, "m", "14.2 km"), (86, "m", "86 m"),
        (61, "degF", "61 °F"), (0.97, "%", "97 %"), (1, "bool", "yes"), (120.4, "mg/dL", "120 mg/dL"),
    ])
    func `a value is said with its unit`(number: Double, unit: String, expected: String) {
        #expect(Names.value(number, unit) == expected)
    }

    @Test(arguments: [
        (57, "%", "HKWeatherHumidity", "57 %"), (0.96, "%", "HKAlpineSlopeGrade", "96 %"),
        (0, "Europe/Vilnius", "HKTimeZone", "Europe/Vilnius"), (0, "bool", "HKIndoorWorkout", "no"),
    ])
    func `the humidity of metadata is in hundredths`(number: Double, unit: String, key: String, expected: String) {
        #expect(Names.value(number, unit, ofKey: key) == expected)
    }

    @Test(arguments: [([5], "█"), ([4, 8], "▅█"), ([0, 7], "▁█"), ([0, 0], "▁▁"), ([], "")])
    func `bars of totals begin at zero`(numbers: [Double], expected: String) {
        #expect(Sparkline.draw(numbers, width: 5, fromZero: true) == expected)
    }

    @Test func `only a UUID is shortened in a document's id`() {
        #expect(Names.short("sleep/6B29FC40-CA47-1067-B31D-00DD010662DA") == "sleep/6B29FC40…")
        #expect(Names.short("steps/2024-04-17") == "steps/2024-04-17")
        #expect(Names.short("characteristic") == "characteristic")
    }

    @Test func `a tree has its branches on lines`() {
        let tree = Tree("root", branches: [Tree("a", branches: [Tree("a1"), Tree("a2", "a2b")]), Tree("b", "b2")])
        #expect(tree.drawn == ["root", "├─ a", "│  ├─ a1", "│  └─ a2", "│     a2b", "└─ b", "   b2"])
    }

    @Test(arguments: [
        ([], 5, ""), ([3, 3], 5, "▄▄"), ([3], 5, "▄"), ([0, 7], 5, "▁█"), ([0, 0, 7, 7], 2, "▁█"),
        ([0, 1, 2, 3, 4, 5, 6, 7], 8, "▁▂▃▄▅▆▇█"),
    ])
    func `a series is a line of bars`(numbers: [Double], width: Int, expected: String) {
        #expect(Sparkline.draw(numbers, width: width) == expected)
    }

    @Test func `a route is drawn north up and as wide as it is`() {
        let north = PlaceView(latitude: 1, longitude: 0)
        let south = PlaceView(latitude: 0, longitude: 0)
        let east = PlaceView(latitude: 0, longitude: 1)
        #expect(RouteMap.draw([north, south, east], columns: 2, rows: 1) == ["⣇⣀"])
        #expect(RouteMap.draw([north], columns: 2, rows: 1) == [])
        let moved = [north, south, east].map { PlaceView(latitude: $0.latitude, longitude: $0.longitude + 24) }
        #expect(RouteMap.draw(moved, columns: 2, rows: 1) == ["⣇⣀"])
        #expect(RouteMap.draw([north, north], columns: 2, rows: 1) == [])
    }

    @Test(arguments: [
        (PlaceView(latitude: 1, longitude: 0.25), 4, "⡜"), (PlaceView(latitude: 1, longitude: 0), 4, "⡇"),
        (PlaceView(latitude: 0, longitude: 1), 2, "⠉⠉"), (PlaceView(latitude: 0.25, longitude: 1), 2, "⠒⠉"),
    ])
    func `a route fits the shorter side of its space, and may be a straight line`(
        end: PlaceView,
        columns: Int,
        line: String
    ) {
        #expect(RouteMap.draw([PlaceView(latitude: 0, longitude: 0), end], columns: columns, rows: 1) == [line])
    }

    @Test(arguments: [
        ("a bc def", 4, ["a bc", "def"]), ("ab cd", 4, ["ab", "cd"]), ("abcdef g", 3, ["abcdef", "g"]), ("", 3, []),
    ])
    func `a paragraph breaks between words`(text: String, width: Int, expected: [String]) {
        #expect(Paragraph.wrap(text, width: width) == expected)
    }

    @Test func `ink leaves no trace where there are no colours`() {
        #expect(ANSIStyle.plain(.bold, "text") == "text")
        #expect(ANSIStyle(isColored: true)(.bold, "text") == "\u{1B}[1mtext\u{1B}[0m")
        #expect(ANSIStyle(isColored: true)(.bold, "") == "")
    }
}
