extension Span where Element == UInt8 {
    /// The same bytes as what keys, values and headers are made of.
    ///
    /// The standard library's `bytes` is marked unsafe, since elements in general may have padding; bytes have none.
    package var rawBytes: RawSpan {
        @_lifetime(copy self)
        get { unsafe bytes }
    }
}
