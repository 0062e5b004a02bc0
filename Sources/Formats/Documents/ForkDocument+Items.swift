package import Vocabulary

extension ForkDocument {
    /// The content of a document, or an item nested in another item: a sample with fields, or a part of a workout.
    package struct Item: Sendable {
        /// The id of the sample; nil if the item is computed, or an event.
        package var id: UUID128?
        package var name = ""
        /// The first instant, in seconds since 2001.
        package var start = 0.0
        /// The last instant, in seconds since 2001.
        package var end = 0.0
        /// The member `data`, in the order of the document.
        package var series: [Series] = []
        package var metadata = Metadata()
        /// The member `nested_data`, in the order of the document.
        package var nested: [Nested] = []
        /// The member `coordinates`: the points of a route.
        package var points: [Point] = []
        package var source: Source?
        package var device: Device?

        /// Returns the quantities under a key of `data`; empty if there is no such key.
        package func quantities(_ key: String) -> [Quantity] { series.first { $0.key == key }?.quantities ?? [] }

        /// Returns the items under a key of `nested_data`, such as `samples` or `workoutRoute`; empty if there are
        /// none.
        package func items(_ key: String) -> [Item] { nested.first { $0.key == key }?.items ?? [] }

        /// Whether a night or workout counts, because no better recording of the same time exists.
        package var isPrimary: Bool { metadata["primary"].map { $0.number != 0 } ?? true }
    }

    /// The quantities under one key of `data`.
    package struct Series: Sendable {
        package var key = ""
        /// The type of the samples; nil if the key is a field of a sample, such as `voltages`.
        package var type: SampleType?
        package var quantities: [Quantity] = []
    }

    /// The items under one key of `nested_data`.
    package struct Nested: Sendable {
        package var key = ""
        /// The type of the samples; nil if the items are no samples, such as `workoutEvents`.
        package var type: SampleType?
        package var items: [Item] = []
    }

    /// A value over a span of time: a sample if it has an id, else a value that is derived or a field of a sample.
    package struct Quantity: Sendable {
        package var id: UUID128?
        /// The first instant, in seconds since 2001.
        package var start = 0.0
        /// The last instant, in seconds since 2001.
        package var end = 0.0
        package var value = Measure()
        /// The kind of value (`sum`, `average`, `minimum`, `maximum`, `most_recent`), a category type, or a key of a
        /// field; empty if there is none.
        package var kind = ""
        /// The number of measurements in a condensed sample, or of values in a derived average; nil if there is none.
        package var count: Int64?
        /// The least measurement of a condensed sample, in the unit of `value`.
        package var minimum: Double?
        /// The greatest measurement of a condensed sample, in the unit of `value`.
        package var maximum: Double?
        package var metadata = Metadata()
        /// The position in the document's sources, for `ForkDocument.source(of:)`; nil if the document has only one.
        package var source: Int?
        /// The position in the document's devices, for `ForkDocument.device(of:)`; nil if the document has only one.
        package var device: Int?
    }

    /// A point of a route.
    package struct Point: Sendable {
        /// The time in seconds since 2001.
        package var time = 0.0
        package var latitude = 0.0
        package var longitude = 0.0
        /// The altitude in meters.
        package var altitude: Double?
        /// The accuracy in meters; negative if the coordinates are invalid.
        package var horizontalAccuracy: Double?
    }
}
