extension Span where Element == UInt8 {
    /// The same bytes as what keys, values and headers are made of.
    ///
    /// The standard library's `bytes` is marked unsafe, since elements in general may have padding; bytes have none.
    package var rawBytes: RawSpan {
        @_lifetime(copy self)
        get { unsafe bytes }
    }
}

extension Array where Element == UInt8 {
    /// A copy of what a message lends, to keep it; nil where there is nothing, which is not the same as empty.
    package init?(_ bytes: RawSpan?) {
        guard let bytes else { return nil }
        self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
}
