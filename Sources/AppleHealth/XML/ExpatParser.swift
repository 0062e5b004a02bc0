import CExpat

/// An expat parser that reads one tag at a time; a class, because expat keeps its address.
@safe final class ExpatParser {
    /// The names and values of the attributes: ranges of `bytes`.
    private(set) var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    private(set) var bytes: [UInt8] = []
    private let parser: XML_Parser?

    init() { unsafe parser = XML_ParserCreate("UTF-8") }

    deinit { unsafe XML_ParserFree(parser) }

    /// Reads an element without content; returns expat's reason if expat refuses the element, else nil.
    func read(_ tag: [UInt8]) -> String? {
        attributes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        guard unsafe parser != nil, unsafe XML_ParserReset(parser, "UTF-8") != 0 else {
            return "no memory is left to read XML"
        }
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetStartElementHandler(parser) { address, _, attributes in
            guard let address = unsafe address else { return }
            unsafe Unmanaged<ExpatParser>.fromOpaque(address).takeUnretainedValue().take(attributes)
        }
        let status = unsafe tag.withUnsafeBytes { tag in
            unsafe XML_Parse(parser, tag.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(tag.count), 1)
        }
        if status == XML_STATUS_OK { return nil }
        let text = unsafe XML_ErrorString(XML_GetErrorCode(parser))
        return unsafe text.map { unsafe "it is not XML: \(String(cString: $0))" } ?? "it is not XML"
    }

    /// Copies the attributes from expat's list, in which names and values alternate and null is the end.
    private func take(_ texts: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let texts = unsafe texts else { return }
        var index = 0
        while let name = unsafe texts[index], let value = unsafe texts[index + 1] {
            attributes.append((unsafe append(name), unsafe append(value)))
            index += 2
        }
    }

    private func append(_ text: UnsafePointer<CChar>) -> Range<Int> {
        let start = bytes.count
        let count = unsafe fork_text_length(text)
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: count))
        return start..<bytes.count
    }
}
