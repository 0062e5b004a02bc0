import Vocabulary

/// A reader of the points of a GPX file, as its bytes arrive.
///
///     <trkpt lon="25.28" lat="54.68"><ele>112.3</ele><time>2024-04-20T09:00:00Z</time>
///       <extensions><speed>2.9</speed><course>41</course><hAcc>4.1</hAcc><vAcc>3.2</vAcc></extensions></trkpt>
struct GPXReader {
    private var scanner = XMLScanner()
    private var dates = DateReader()
    private var point: PointWriter.Point?
    private var text: [UInt8] = []
    private var isInText = false
    var points = PointWriter()
    private var hasRoot = false
    private var isClosed = false

    /// The longest text of an element in a point.
    private static let longestText = 64

    /// Reads the next bytes of the file.
    mutating func read(_ bytes: some Collection<UInt8>) throws(ImportFault) {
        scanner.add(bytes)
        while true {
            switch try scanner.next() {
            case .start: start()
            case .end: end()
            case .text: if isInText, text.count < Self.longestText { text += scanner.text }
            case .needsBytes: return
            }
        }
    }

    /// Ends the file, and throws if it is not GPX or is cut off.
    func finish() throws(ImportFault) {
        if !hasRoot { throw ImportFault("it is not GPX", at: scanner.place) }
        if !isClosed { throw ImportFault("it is cut off", at: scanner.place) }
    }

    private mutating func start() {
        text.removeAll(keepingCapacity: true)
        isInText = point != nil
        if scanner.isNamed("gpx") { hasRoot = true }
        guard scanner.isNamed("trkpt") else { return }
        point = PointWriter.Point(
            latitude: scanner.slice("lat").flatMap(NumberText.double),
            longitude: scanner.slice("lon").flatMap(NumberText.double)
        )
    }

    private mutating func end() {
        isInText = false
        if scanner.isNamed("gpx") { isClosed = true }
        guard point != nil else { return }
        if scanner.isNamed("trkpt") {
            if let point { points.add(point) }
            point = nil
        } else if scanner.isNamed("time") {
            let text = text
            let time = dates.instant(text.span)
            point?.time = time
        } else if let number = NumberText.double(text[...]) {
            set(number)
        } else if Self.figures.contains(where: { scanner.isNamed($0) }) {
            points.figuresLeftOut += 1
        }
    }

    private static let figures: [StaticString] = ["ele", "speed", "course", "hAcc", "vAcc"]

    private mutating func set(_ number: Double) {
        if scanner.isNamed("ele") { point?.altitude = number }
        if scanner.isNamed("speed") { point?.speed = number }
        if scanner.isNamed("course") { point?.course = number }
        if scanner.isNamed("hAcc") { point?.horizontalAccuracy = number }
        if scanner.isNamed("vAcc") { point?.verticalAccuracy = number }
    }
}
