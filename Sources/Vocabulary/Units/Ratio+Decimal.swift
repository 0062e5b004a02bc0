extension Ratio {
    /// Parses a positive decimal number (`180.15588`, `1.8e2`), exact up to 15 digits; nil for any other text.
    init?(decimal text: ArraySlice<UInt8>) {
        let digits = text.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let points = text.filter { $0 == UInt8(ascii: ".") }.count
        guard !digits.isEmpty, text.count <= 40 else { return nil }
        if digits.count + points == text.count, digits.count <= 15, points <= 1 {
            let fraction = text.firstIndex(of: UInt8(ascii: ".")).map { text.endIndex - $0 - 1 } ?? 0
            let whole = digits.reduce(0.0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) }
            self.init(whole, (0..<fraction).reduce(1.0) { power, _ in power * 10 })
            return
        }
        // `Double` also accepts hexadecimal numbers, `inf` and `nan`. These characters leave only decimal numbers.
        let allowed = Set("0123456789.eE+-".utf8)
        guard text.allSatisfy(allowed.contains), let value = Double(String(decoding: text, as: UTF8.self)) else {
            return nil
        }
        self.init(value, 1)
    }
}
