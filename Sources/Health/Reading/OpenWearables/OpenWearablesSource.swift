import JSON
import Vocabulary

/// The `source` of an Open Wearables element: the app, the device and the operating system.
enum OpenWearablesSource {
    /// Writes the source and the device.
    static func write(_ field: Value?, into writer: inout Writer) throws(Refusal) {
        guard let field else { return }
        guard field.members != nil else { throw .wrongType("source", "an object") }
        try writer.object("source") { writer throws(Refusal) in
            writer.field("name", field.field("name"))
            // Newer versions of the SDK call the bundle identifier `appId`.
            writer.field("bundle_identifier", field.field("bundleIdentifier", or: "appId"))
            writer.field("product_type", field.field("productType"))
        }
        try writer.object("device") { writer throws(Refusal) in
            writer.field("name", field.field("deviceName"))
            writer.field("manufacturer", field.field("deviceManufacturer"))
            writer.field("model", field.field("deviceModel"))
            writer.field("hardwareVersion", field.field("deviceHardwareVersion"))
            writer.field("firmwareVersion", field.field("deviceFirmwareVersion"))
            writer.field("softwareVersion", field.field("deviceSoftwareVersion"))
            writer.field("localIdentifier", field.field("deviceLocalIdentifier"))
            writer.field("udiDeviceIdentifier", field.field("deviceUdiDeviceIdentifier"))
        }
    }

    /// Writes the other fields of the source as metadata.
    static func writeRest(_ field: Value?, into writer: inout Writer) throws(Refusal) {
        var members = field?.members
        let hasBundle = field?.field("bundleIdentifier") != nil
        while let member = members?.next() {
            let key = member.key
            if key == "operatingSystemVersion" || isNamed(key) || key == "appId" && !hasBundle { continue }
            if key == "recordingMethod", let method = member.value.text, method == "manual" {
                writer.key("HKWasUserEntered")
                writer.bool(true)
                continue
            }
            try writer.unnamed(key, member.value)
        }
        try writer.operatingSystemVersion(field?.field("operatingSystemVersion"))
    }

    private static func isNamed(_ key: Text) -> Bool {
        key == "name" || key == "bundleIdentifier" || key == "productType" || key == "deviceName"
            || key == "deviceManufacturer" || key == "deviceModel" || key == "deviceHardwareVersion"
            || key == "deviceFirmwareVersion" || key == "deviceSoftwareVersion" || key == "deviceLocalIdentifier"
            || key == "deviceUdiDeviceIdentifier"
    }
}

/// Units that Open Wearables spells differently from HealthKit.
enum OpenWearablesUnit {
    /// Writes the member `unit`.
    static func write(_ unit: Value, into writer: inout Writer) {
        if let text = unit.text, let name = name(text) {
            writer.key("unit")
            writer.string(name)
        } else {
            writer.field("unit", unit)
        }
    }

    /// Returns HealthKit's spelling of a unit; nil if the unit needs no change.
    static func name(_ unit: Text) -> StaticString? {
        if unit == "bpm" || unit == "breaths/min" { return "count/min" }
        // HealthKit's body mass index has no unit.
        if unit == "kg/m²" || unit == "kg/m^2" { return "count" }
        if unit == "mL/kg/min" { return "mL/kg·min" }
        return unit == "kcal/kg/hr" ? "kcal/hr·kg" : nil
    }
}
