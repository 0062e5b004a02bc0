extension RawSpan {
    /// A copy of the bytes.
    package var copied: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
