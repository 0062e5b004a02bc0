import Vocabulary

/// The files of the archive that elements name: routes and clinical records.
package struct References {
    struct Route {
        let workout: UUID128
        let start: Int64
        let end: Int64
        let origin: OriginReference
        let metadata: MetadataDraft
    }

    struct ClinicalRecord {
        /// The type of the FHIR resource.
        let resource: [UInt8]
        let received: Int64
        let origin: OriginReference
        let identifier: [UInt8]
        let sourceURL: [UInt8]
        let fhirVersion: [UInt8]
    }

    /// The most bytes of memory for references; further references are refused.
    private static let mostBytes = 6 << 20
    /// The bytes that a dictionary takes for one entry, including its share of the empty slots.
    private static let entryBytes = 128

    private(set) var routes: [String: [Route]] = [:]
    private(set) var clinicalRecords: [String: [ClinicalRecord]] = [:]
    /// The files of left-out samples.
    private var skipped: Set<String> = []
    private var bytes = 0

    package init() {}

    /// Returns the names of a file and of its folder, which together identify a file of an export.
    ///
    /// An element names `/workout-routes/a.gpx`, and an archive has `apple_health_export/workout-routes/a.gpx`.
    static func path(_ text: String) -> String { text.split(separator: "/").suffix(2).joined(separator: "/") }

    /// Notes the file of a left-out sample.
    mutating func skip(_ path: String) {
        if reserve(path.utf8.count + Self.entryBytes) { skipped.insert(Self.path(path)) }
    }

    func isSkipped(_ path: String) -> Bool { skipped.contains(path) }

    /// Adds a route; false if there is no memory left for it.
    mutating func add(_ route: Route, at path: String) -> Bool {
        guard reserve(path.utf8.count + route.metadata.count + 2 * Self.entryBytes + MemoryLayout<Route>.stride) else {
            return false
        }
        routes[Self.path(path), default: []].append(route)
        return true
    }

    /// Adds a clinical record; false if there is no memory left for it.
    mutating func add(_ record: ClinicalRecord, at path: String) -> Bool {
        let texts = record.identifier.count + record.sourceURL.count + record.fhirVersion.count + record.resource.count
        guard reserve(path.utf8.count + texts + 2 * Self.entryBytes + MemoryLayout<ClinicalRecord>.stride) else {
            return false
        }
        clinicalRecords[Self.path(path), default: []].append(record)
        return true
    }

    private mutating func reserve(_ count: Int) -> Bool {
        if bytes + count > Self.mostBytes { return false }
        bytes += count
        return true
    }

    /// Removes and returns the routes of a file.
    mutating func takeRoutes(_ path: String) -> [Route] { routes.removeValue(forKey: path) ?? [] }

    /// Removes and returns the clinical records of a file.
    mutating func takeClinicalRecords(_ path: String) -> [ClinicalRecord] {
        clinicalRecords.removeValue(forKey: path) ?? []
    }
}
