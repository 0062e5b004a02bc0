import JSON
package import Vocabulary

/// The options of an import.
package struct ImportSettings: Sendable {
    package let connection: [UInt8]
    /// The zone for samples without their own; nil chooses the zone that most samples name, else the export's offset.
    package let zone: Zone?
    package let zones: ZoneTable
    /// Samples that start before this time are left out; milliseconds since 2001.
    package let since: Int64?

    package init(
        connection: [UInt8],
        zone: Zone? = nil,
        zones: ZoneTable = ZoneTable { _ in nil },
        since: Int64? = nil
    ) {
        self.connection = connection
        self.zone = zone
        self.zones = zones
        self.since = since
    }
}

/// A reader that turns each element of an export's XML into entries, as the bytes arrive.
///
///     var reader = ExportReader(settings)
///     try reader.read(bytes)       // as often as there are bytes
///     try reader.finish()
///     for mark in reader.entries.marks { … }
package struct ExportReader {
    package let settings: ImportSettings
    /// The entries that were read since the caller last removed them.
    package var entries = Entries()
    package internal(set) var tally = Tally()
    /// The files of the archive that elements name.
    package internal(set) var references = References()
    /// The time of the export, in milliseconds since 2001; nil until it is known.
    package private(set) var exportDate: Int64?
    /// The offset of the phone at the export; nil until it is known.
    package private(set) var exportOffset: String?
    var named = NamedZones()
    package internal(set) var origins = Origins()

    var scanner = XMLScanner()
    var dates = ExportDates()
    var texts = MetadataText()
    var names: SampleName
    var values = ValueCheck()
    var record = RecordDraft()
    var correlation: CorrelationDraft?
    var workout: WorkoutDraft?
    var other: OtherDraft?
    /// The key and the text of the open group of zones, and the number of its zones.
    var zones: (key: [UInt8], text: Writer, count: Int)?
    private var open: [ExportElement] = []
    /// The depth within an element that is skipped; 0 outside of such elements.
    private var unknownDepth = 0
    private var hasRoot = false
    /// Whether the root element has ended.
    private var isClosed = false

    package init(_ settings: ImportSettings) {
        self.settings = settings
        names = SampleName(connection: settings.connection)
    }

    /// The malformed tags that were repaired and read.
    package var repairs: XMLRepairs { scanner.repairs }

    /// The zone that most samples name, with the number of these samples.
    ///
    /// Nil if `settings` name a zone, or if the phone had another offset than this zone at the export.
    package var usualZone: (name: String, count: Int)? {
        guard settings.zone == nil, let usual = named.usual, let zone = settings.zones.zone(usual.name),
            let exportOffset, let phone = settings.zones.zone(exportOffset), let exportDate
        else { return nil }
        let date = Double(exportDate) / 1_000
        return zone.offset(atSecondsSince2001: date) == phone.offset(atSecondsSince2001: date) ? usual : nil
    }

    /// The zone of uploads and days.
    var zone: Zone {
        settings.zone ?? (usualZone?.name ?? exportOffset).flatMap { settings.zones.zone($0) } ?? .utc
    }

    package var zoneName: String { zone.name }

    /// Chooses the zone of uploads and days; names that are read later do not change it.
    mutating func fixZone() { named.isFixed = true }

    /// Counts something that the caller does not understand.
    package mutating func leaveOut(_ reason: String, count: Int = 1) { tally.leaveOut(reason, count: count) }

    /// Counts something that the caller does not need.
    package mutating func skip(_ reason: String, count: Int = 1) { tally.skip(reason, count: count) }

    /// Reads the next bytes of the file.
    package mutating func read(_ bytes: some Collection<UInt8>) throws(ImportFault) {
        scanner.add(bytes)
        while !isClosed {
            switch try scanner.next() {
            case .start: try start()
            case .end: end()
            case .text: break
            case .needsBytes: return
            }
        }
    }

    /// Ends the file, and throws if it is not an export or is cut off.
    package mutating func finish() throws(ImportFault) {
        defer { tally.settle() }
        if !hasRoot { throw ImportFault("it is not an export: it has no element HealthData", at: scanner.place) }
        if !isClosed { throw ImportFault("it is cut off: its element HealthData does not end", at: scanner.place) }
    }

    private mutating func start() throws(ImportFault) {
        guard let parent = open.last else {
            guard scanner.isNamed("HealthData") else {
                throw ImportFault("it is not an export: its root element is \(scanner.name)", at: scanner.place)
            }
            hasRoot = true
            open.append(.healthData)
            return
        }
        if unknownDepth > 0 {
            unknownDepth += 1
            return
        }
        let element = element(in: parent)
        if element == .unknown { unknownDepth = 1 } else { open.append(element) }
    }

    /// Reads the start of an element.
    private mutating func element(in parent: ExportElement) -> ExportElement {
        if scanner.isNamed("MetadataEntry") {
            addMetadata(to: parent)
            return .leaf
        }
        switch parent {
        case .healthData: return topElement()
        case .correlation where scanner.isNamed("Record"):
            beginRecord()
            return .record
        case .record where scanner.isNamed("HeartRateVariabilityMetadataList"): return .beats
        case .beats where scanner.isNamed("InstantaneousBeatsPerMinute"):
            addBeat()
            return .leaf
        case .workout, .activity, .event, .route: return workoutElement(in: parent)
        case .zones where scanner.isNamed("WorkoutZone"):
            addZone()
            return .leaf
        case .audiogram where scanner.isNamed("SensitivityPoint"):
            addSensitivityPoint()
            return .leaf
        case .prescription where scanner.isNamed("RightEye") || scanner.isNamed("LeftEye"):
            addEye()
            return .leaf
        default: return unknownElement()
        }
    }

    /// Counts an element that this version does not know.
    mutating func unknownElement() -> ExportElement {
        tally.leaveOut("unknown element \(scanner.name.prefix(80))")
        return .unknown
    }

    private mutating func topElement() -> ExportElement {
        if scanner.isNamed("Record") {
            beginRecord()
            return .record
        }
        if scanner.isNamed("Workout") { return beginWorkout() }
        if scanner.isNamed("Correlation") { return beginCorrelation() }
        if scanner.isNamed("ExportDate") {
            let value = scanner.value(of: "value") ?? []
            // Workers refuse uploads from before 1900.
            exportDate = dates.milliseconds(value[...]).flatMap { $0 < Int64(Instant.of1900) * 1_000 ? nil : $0 }
            exportOffset = ExportDates.offset(value)
            if exportDate == nil { tally.leaveOut("an export date that is not a date, or before 1900") }
            return .leaf
        }
        if scanner.isNamed("ActivitySummary") { return addActivitySummary() }
        if scanner.isNamed("Me") { return addCharacteristics() }
        if scanner.isNamed("ClinicalRecord") { return addClinicalRecord() }
        if scanner.isNamed("Audiogram") { return beginAudiogram() }
        if scanner.isNamed("VisionPrescription") { return beginPrescription() }
        return unknownElement()
    }

    private mutating func end() {
        if unknownDepth > 0 {
            unknownDepth -= 1
            return
        }
        if let element = open.popLast() { close(element) }
        isClosed = open.isEmpty
    }

    private mutating func close(_ element: ExportElement) {
        switch element {
        case .record: endRecord()
        case .correlation: endCorrelation()
        case .workout: endWorkout()
        case .activity: workout?.endActivity()
        case .event: workout?.endEvent()
        case .route: endRoute()
        case .zones: endZones()
        case .audiogram, .prescription: endOther()
        case .healthData, .beats, .leaf, .unknown: break
        }
    }

    private mutating func addMetadata(to parent: ExportElement) {
        guard let key = scanner.value(of: "key"), let value = scanner.value(of: "value") else {
            return tally.leaveOut("metadata without key or value")
        }
        if key == MetadataDraft.zoneKey { named.note(value) }
        switch parent {
        case .record: record.metadata.add(key, value, &texts)
        case .correlation: correlation?.metadata.add(key, value, &texts)
        case .workout, .activity, .event, .route: workout?.add(key, value, to: parent, &texts)
        case .audiogram, .prescription: other?.metadata.add(key, value, &texts)
        case .healthData, .beats, .zones, .leaf, .unknown: tally.leaveOut("metadata of an unknown element")
        }
    }
}
