import CSimdjson

extension Parser {
    /// Where some elements of an array stand in the bytes of the last document, without the white space around them: of the
    /// array under this key of the outermost object.
    ///
    /// `numbers` ascend, each once. The result has a place for each of them, or for the first of them where the array is
    /// shorter.
    package func ranges(of numbers: [Int], in array: StaticString) -> [Range<Int>] {
        guard let parser = unsafe parser, let document = unsafe document else { return [] }
        let root = unsafe Value(tape: document.tape, strings: document.strings, index: 1)
        var elements = root.member(array)?.elements
        var places: [Int] = []
        var number = 0
        while places.count < numbers.count, let element = elements?.next() {
            if numbers[places.count] == number { places.append(element.index) }
            number += 1
        }
        var ranges = [SimdjsonRange](repeating: SimdjsonRange(), count: places.count)
        unsafe simdjson_parser_locate(parser, places, places.count, &ranges)
        return ranges.map { $0.start..<$0.end }
    }
}
