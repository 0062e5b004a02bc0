extension Span where Element == UInt8 {
    /// The same bytes as a `RawSpan`.
    ///
    /// The standard library's `bytes` is marked unsafe, because elements may have padding in general. Bytes have none.
    package var rawBytes: RawSpan {
        @_lifetime(copy self)
        get { unsafe bytes }
    }
}

extension Array where Element == UInt8 {
    /// Copies bytes; nil stays nil, which differs from empty.
    package init?(_ bytes: RawSpan?) {
        guard let bytes else { return nil }
        self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
}
