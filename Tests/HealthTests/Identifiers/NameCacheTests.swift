import Testing
import Vocabulary

@Suite struct NameCacheTests {
    /// The length that is remembered of a name, or given when it is new.
    private func length(_ name: String, _ cache: inout NameCache<Int>, made: inout Int) -> Int {
        var name = name
        return name.withUTF8 { bytes in
            let index = unsafe cache.index(of: UnsafeRawBufferPointer(bytes)) {
                made += 1
                return bytes.count
            }
            return cache[index]
        }
    }

    @Test func `an entry is made once for each name`() {
        var cache = NameCache<Int>()
        var made = 0
        for _ in 0..<3 {
            for name in ["", "a", "bc", "bd"] { #expect(length(name, &cache, made: &made) == name.utf8.count) }
        }
        #expect(made == 4)
    }

    @Test func `a full cache forgets everything rather than growing without end`() {
        var cache = NameCache<Int>(capacity: 10)
        var made = 0
        for number in 0..<100 {
            #expect(length("name\(number)", &cache, made: &made) == (number < 10 ? 5 : 6))
            #expect(length("name\(number)", &cache, made: &made) == (number < 10 ? 5 : 6))
            #expect(cache.count <= 10)
        }
        #expect(made == 100)
        _ = length("name0", &cache, made: &made)
        #expect(made == 101)
    }
}
