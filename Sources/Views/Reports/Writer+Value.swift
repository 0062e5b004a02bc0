import JSON
import Vocabulary

extension Writer {
    /// Writes a record's value as the member `value`, or as `value_base64` if it is not UTF-8.
    mutating func value(_ bytes: [UInt8]?) {
        if let bytes, String(validating: bytes, as: UTF8.self) == nil {
            member("value_base64", Base64.text(bytes))
        } else {
            member("value", text: bytes)
        }
    }
}
