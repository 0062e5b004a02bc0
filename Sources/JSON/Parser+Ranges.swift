import CSimdjson

extension Parser {
    /// Returns the byte ranges of array elements in the last document, without surrounding white space.
    ///
    /// - Parameters:
    ///   - numbers: The indices of the elements, ascending and distinct.
    ///   - array: The key of the array in the outermost object.
    /// - Returns: A range for each index. Indices beyond the end of the array have none.
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
