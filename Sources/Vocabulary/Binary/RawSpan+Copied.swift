extension RawSpan {
    package var copied: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
