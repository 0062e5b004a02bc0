import JSON
import Vocabulary

/// The structs of HealthKitReporter that contain a series: routes, electrocardiograms and heartbeats.
enum SeriesStruct {
    /// Writes the points of a route, and the metadata.
    static func writeRoute(_ element: Value, _ payload: Value, into writer: inout Writer) throws(Refusal) {
        guard var routes = try PayloadStruct.elements(payload.field("routes"), "routes") else {
            throw .missing("routes")
        }
        writer.key("locations")
        writer.byte(UInt8(ascii: "["))
        while let route = routes.next() {
            if route.isNull { continue }
            guard route.members != nil else { throw .wrongType("routes", "an array of objects") }
            guard var locations = try PayloadStruct.elements(route.field("locations"), "locations") else { continue }
            while let location = locations.next() {
                if location.isNull { continue }
                guard location.members != nil else { throw .wrongType("locations", "an array of objects") }
                let time = try StructDates.instant(location.field("timestamp"), "locations.timestamp")
                writer.separate()
                writer.byte(UInt8(ascii: "{"))
                writer.field("timestamp", number: time)
                writer.field("latitude", location.field("latitude"))
                writer.field("longitude", location.field("longitude"))
                writer.field("altitude", location.field("altitude"))
                writer.field("speed", location.field("speed"))
                writer.field("course", location.field("course"))
                writer.field("horizontal_accuracy", location.field("horizontalAccuracy"))
                writer.field("vertical_accuracy", location.field("verticalAccuracy"))
                writer.byte(UInt8(ascii: "}"))
            }
        }
        writer.byte(UInt8(ascii: "]"))
        try SampleStruct.writeMetadata(element, payload, into: &writer) { $0 == "routes" }
    }

    /// Writes the voltages and properties of an electrocardiogram, and the metadata.
    static func writeElectrocardiogram(
        _ element: Value,
        _ payload: Value,
        into writer: inout Writer
    ) throws(Refusal) {
        writer.field("classification", payload.field("classification"))
        writer.field("symptoms_status", payload.field("symptomsStatus"))
        let (rate, frequency) = ("averageHeartRate", "samplingFrequency")
        if let value = payload.field("averageHeartRate") {
            writer.key("average_heart_rate")
            try writeQuantity(value, rate, payload.field("averageHeartRateUnit"), "count/min", into: &writer)
        }
        if let value = payload.field("samplingFrequency") {
            writer.key("sampling_frequency")
            try writeQuantity(value, frequency, payload.field("samplingFrequencyUnit"), "Hz", into: &writer)
        }
        let list = try PayloadStruct.elements(payload.field("voltageMeasurements"), "voltageMeasurements")
        if let list { try writeVoltages(list, into: &writer) }
        try SampleStruct.writeMetadata(element, payload, into: &writer) { key in
            key == "classification" || key == "symptomsStatus" || key == "averageHeartRate"
                || key == "averageHeartRateUnit" || key == "samplingFrequency" || key == "samplingFrequencyUnit"
                || key == "voltageMeasurements"
        }
    }

    private static func writeQuantity(
        _ value: Value,
        _ name: String,
        _ unit: Value?,
        _ usual: String,
        into writer: inout Writer
    ) throws(Refusal) {
        let number = try QuantityReader.number(value, name)
        writer.quantity(number, unit?.text?.string ?? usual)
    }

    /// Writes voltages in microvolts.
    private static func writeVoltages(_ list: Elements, into writer: inout Writer) throws(Refusal) {
        guard let target = try? Unit("mcV") else { return }
        var units = UnitTable()
        var measurements = list
        writer.key("voltages")
        writer.byte(UInt8(ascii: "["))
        while let measurement = measurements.next() {
            if measurement.isNull { continue }
            guard let payload = measurement.field("harmonized", or: "serialized") else {
                throw .missing("voltageMeasurements.harmonized")
            }
            let value = try QuantityReader.number(payload.field("value"), "voltageMeasurements.value")
            guard let unit = payload.field("unit")?.text else { throw .missing("voltageMeasurements.unit") }
            let conversion = unsafe unit.withBytes { unsafe try? units.conversion(from: $0, to: target) }
            guard let conversion else {
                throw Refusal(.invalidValue, "The unit of a voltage is no unit of electric potential.")
            }
            writer.separate()
            writer.number(try QuantityReader.convert(value, conversion))
        }
        writer.byte(UInt8(ascii: "]"))
    }

    /// Writes the beats of a heartbeat series, and the metadata.
    static func writeHeartbeats(_ element: Value, _ payload: Value, into writer: inout Writer) throws(Refusal) {
        guard var measurements = try PayloadStruct.elements(payload.field("measurements"), "measurements") else {
            throw .missing("measurements")
        }
        writer.key("beats")
        writer.byte(UInt8(ascii: "["))
        while let measurement = measurements.next() {
            if measurement.isNull { continue }
            guard measurement.members != nil else { throw .wrongType("measurements", "an array of objects") }
            let time = try QuantityReader.number(
                measurement.field("timeSinceSeriesStart"),
                "measurements.timeSinceSeriesStart"
            )
            writer.separate()
            writer.byte(UInt8(ascii: "{"))
            writer.field("time_since_start", number: time)
            writer.field("preceded_by_gap", measurement.field("precededByGap"))
            writer.byte(UInt8(ascii: "}"))
        }
        writer.byte(UInt8(ascii: "]"))
        try SampleStruct.writeMetadata(element, payload, into: &writer) { $0 == "measurements" }
    }
}
