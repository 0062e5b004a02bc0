package import JSON
package import Vocabulary

extension FHIR {
    /// The members that every Observation has.
    package struct Observation {
        package var codes: Codes
        /// The id of the sample; nil if the Observation is derived from several samples.
        package var id: UUID128?
        /// The first instant, in seconds since 2001.
        package var start: Double
        /// The last instant, in seconds since 2001.
        package var end: Double
        package var source: ForkDocument.Source?
        package var device: ForkDocument.Device?
        /// The metadata that has no element in FHIR.
        package var metadata: ForkDocument.Metadata
        /// The name of the sample's own zone; nil if it has none.
        package var zone: String?

        /// Creates the members of a quantity or category sample, or of a derived value.
        package init(_ quantity: ForkDocument.Quantity, _ codes: Codes, in document: ForkDocument) {
            self.codes = codes
            id = quantity.id
            start = quantity.start
            end = quantity.end
            source = document.source(of: quantity)
            device = document.device(of: quantity)
            metadata = quantity.metadata
            zone = quantity.metadata.zone
        }

        /// Creates the members of a sample that is an item.
        package init(_ item: ForkDocument.Item, _ codes: Codes) {
            self.codes = codes
            id = item.id
            start = item.start
            end = item.end
            source = item.source
            device = item.device
            metadata = item.metadata
            zone = item.metadata.zone
        }
    }
}

extension FHIR.Resource {
    /// Adds the members that every Observation has; the caller adds values and components.
    package mutating func observation(_ observation: FHIR.Observation, in bundle: FHIR.Bundle) {
        needsValue = true
        always("status") { $0.string("final") }
        if !observation.codes.category.isEmpty { always("category") { $0.raw(observation.codes.category) } }
        always("code") { $0.raw(observation.codes.concept) }
        if let id = observation.id { always("identifier") { $0.identifier(id) } }
        always("subject") { $0.raw(bundle.subject) }
        effective(observation, bundle.times)
        device(observation.device)
        source(observation.source)
        for entry in observation.metadata.shown { addExtension { $0.metadata(entry) } }
    }

    private mutating func effective(_ observation: FHIR.Observation, _ times: LocalTimes) {
        let (start, end) = (observation.start, max(observation.start, observation.end))
        if LocalTimes.isInstant(start, end) {
            always("effectiveDateTime") { times.append(start, in: observation.zone, to: &$0) }
        } else {
            always("effectivePeriod") { $0.period(start, end, in: observation.zone, times) }
        }
    }

    private mutating func device(_ device: ForkDocument.Device?) {
        guard let device else { return }
        let parts = [device.name, device.manufacturer, device.model].compactMap(\.self).filter { !$0.isEmpty }
        if parts.isEmpty { return }
        always("device") { writer in
            writer.object { $0.member("display", nonEmpty: parts.joined(separator: ", ")) }
        }
    }

    /// Adds the extension with the app or device that wrote the sample.
    private mutating func source(_ source: ForkDocument.Source?) {
        guard let source, !source.isEmpty else { return }
        addExtension(isRepeated: true) { $0.source(source) }
    }
}

extension Writer {
    /// Appends an Identifier with the URN of a UUID.
    fileprivate mutating func identifier(_ id: UUID128) {
        raw("[{\"system\":\"urn:ietf:rfc:3986\",\"value\":\"urn:uuid:")
        lowercase(id)
        raw("\"}]")
    }

    /// Appends a Period; `zone` is the sample's own zone.
    package mutating func period(_ start: Double, _ end: Double, in zone: String?, _ times: LocalTimes) {
        object { writer in
            writer.key("start")
            times.append(start, in: zone, to: &writer)
            writer.key("end")
            times.append(end, in: zone, to: &writer)
        }
    }
}
