/// The root element of an XML file.
package enum XMLRoot {
    /// Returns the name of the root element, given the beginning of a file; nil if the beginning has none.
    package static func name(of bytes: some Collection<UInt8>) -> String? {
        var scanner = XMLScanner()
        scanner.add(bytes)
        guard let token = try? scanner.next(), token == .start else { return nil }
        return scanner.name
    }
}
