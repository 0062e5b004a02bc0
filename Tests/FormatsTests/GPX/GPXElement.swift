import Testing

/// An element of XML, as a test reads it: without comments, entities or name spaces.
struct GPXElement {
    struct Malformed: Error { let at: String }

    let name: String
    let attributes: [String: String]
    var children: [GPXElement] = []
    var text = ""

    /// Reads the one element of a file.
    static func read(_ xml: String) throws -> GPXElement {
        var open: [GPXElement] = []
        var rest = xml[...]
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        guard rest.hasPrefix(start) else { throw Malformed(at: String(rest.prefix(60))) }
        rest = rest.dropFirst(start.count)
        let tag = /<(\/?)([A-Za-z:]+)((?:\s+[A-Za-z:]+="[^"<]*")*)>/
        while let found = rest.firstMatch(of: tag) {
            let before = rest[..<found.range.lowerBound]
            guard !before.contains("<"), !before.contains(">") else { throw Malformed(at: String(before)) }
            if !open.isEmpty { open[open.count - 1].text += before }
            rest = rest[found.range.upperBound...]
            if found.1.isEmpty {
                var attributes: [String: String] = [:]
                for pair in found.3.matches(of: /([A-Za-z:]+)="([^"]*)"/) {
                    attributes[String(pair.1)] = String(pair.2)
                }
                open.append(GPXElement(name: String(found.2), attributes: attributes))
                continue
            }
            guard let last = open.popLast(), last.name == found.2 else { throw Malformed(at: String(found.0)) }
            if open.isEmpty {
                #expect(rest.allSatisfy { $0.isWhitespace })
                return last
            }
            open[open.count - 1].children.append(last)
        }
        throw Malformed(at: "the end")
    }

    /// All elements with a name, in order.
    func all(_ name: String) -> [GPXElement] {
        (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
}

/// What the schemas of GPX 1.1 and of TrackPointExtension v1 demand of the elements that occur here.
enum GPXSchema {
    private static let point = [
        "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type", "fix", "sat",
        "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
    ]
    /// The children of each element, in their order; those that end with * may repeat.
    private static let children: [String: [String]] = [
        "gpx": ["metadata", "wpt*", "rte*", "trk*", "extensions"],
        "trk": ["name", "cmt", "desc", "src", "link*", "number", "type", "extensions", "trkseg*"],
        "trkseg": ["trkpt*", "extensions"],
        "trkpt": point,
        "extensions": ["gpxtpx:TrackPointExtension"],
        "gpxtpx:TrackPointExtension": [
            "gpxtpx:atemp", "gpxtpx:wtemp", "gpxtpx:depth", "gpxtpx:hr", "gpxtpx:cad", "gpxtpx:Extensions",
        ],
    ]

    static func check(_ element: GPXElement) {
        let order = children[element.name] ?? []
        var place = 0
        for child in element.children {
            let index = order[place...].firstIndex { $0 == child.name || $0 == child.name + "*" }
            guard let index else {
                Issue.record("\(child.name) is misplaced in \(element.name)")
                return
            }
            place = order[index].hasSuffix("*") ? index : index + 1
            check(child)
        }
        value(element)
    }

    private static func value(_ element: GPXElement) {
        let decimal = /-?[0-9]+(\.[0-9]+)?/
        let number = Double(element.text) ?? .nan
        switch element.name {
        case "gpx": #expect(element.attributes["version"] == "1.1" && element.attributes["creator"] != nil)
        case "trkpt":
            let (latitude, longitude) = (element.attributes["lat"] ?? "", element.attributes["lon"] ?? "")
            #expect(latitude.wholeMatch(of: decimal) != nil && longitude.wholeMatch(of: decimal) != nil)
            #expect((-90...90).contains(Double(latitude) ?? .nan) && (-180..<180).contains(Double(longitude) ?? .nan))
        case "ele": #expect(element.text.wholeMatch(of: decimal) != nil, "\(element.text)")
        case "time":
            #expect(
                element.text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z/) != nil
            )
        case "gpxtpx:hr": #expect(Int(element.text) != nil && (1...255).contains(number))
        case "gpxtpx:cad": #expect(Int(element.text) != nil && (0...254).contains(number))
        default: break
        }
    }
}
