package import Vocabulary

/// A whole Fork document, which every form reads through this type.
///
/// ```swift
/// guard let document = ForkDocument(json), let item = document.items.first else { return }
/// for series in item.series {
///     for quantity in series.quantities {
///         print(series.key, quantity.start, document.source(of: quantity)?.name ?? "")
///     }
/// }
/// ```
///
/// The reader accepts any JSON: a missing or wrong field is nil, empty or 0. It leaves out `collected_at` and
/// `user_id`, because a form must not depend on them.
package struct ForkDocument: Sendable {
    /// The id, such as `heart/2024-04-16T13Z`.
    package let id: String
    package let connection: String
    package let type: DataType
    /// The first instant, in seconds since 2001.
    package let start: Double
    /// The last instant, in seconds since 2001.
    package let end: Double
    /// The name of the time zone; empty if the document has none.
    package let zone: String
    /// The distinct sources of the samples.
    package let sources: [Source]
    /// The distinct devices of the samples.
    package let devices: [Device]
    /// One item, except in documents of motion, which have one item for each source.
    package let items: [Item]

    init(
        id: String,
        connection: String,
        type: DataType,
        bounds: (start: Double, end: Double),
        zone: String,
        sources: [Source],
        devices: [Device],
        items: [Item]
    ) {
        self.id = id
        self.connection = connection
        self.type = type
        start = bounds.start
        end = bounds.end
        self.zone = zone
        self.sources = sources
        self.devices = devices
        self.items = items
    }

    /// Returns the source of a quantity: the only source of the document, or the one that the quantity points to.
    package func source(of quantity: Quantity) -> Source? { Self.origin(quantity.source, in: sources) }

    /// Returns the device of a quantity: the only device of the document, or the one that the quantity points to.
    package func device(of quantity: Quantity) -> Device? { Self.origin(quantity.device, in: devices) }

    /// The source of everything in the document; nil if there are none or several.
    package var onlySource: Source? { sources.count == 1 ? sources[0] : nil }

    /// The device of everything in the document; nil if there are none or several.
    package var onlyDevice: Device? { devices.count == 1 ? devices[0] : nil }

    private static func origin<Origin>(_ position: Int?, in list: [Origin]) -> Origin? {
        if list.count == 1 { return list[0] }
        guard let position, list.indices.contains(position) else { return nil }
        return list[position]
    }
}

extension ForkDocument {
    /// An app or device that wrote samples.
    package struct Source: Sendable, Equatable {
        package var name: String?
        package var bundleIdentifier: String?
        package var version: String?
        package var productType: String?

        /// Whether no field has a text.
        package var isEmpty: Bool {
            [name, bundleIdentifier, version, productType].allSatisfy { $0?.isEmpty ?? true }
        }
    }

    /// The hardware that measured; a value is nil if the device did not report it.
    package struct Device: Sendable, Equatable {
        package var name: String?
        package var manufacturer: String?
        package var model: String?
        package var hardwareVersion: String?
        package var firmwareVersion: String?
        package var softwareVersion: String?
        package var localIdentifier: String?
        package var udiDeviceIdentifier: String?
    }
}
