import JSON
import Operations
import Randomness
import Testing

/// What counts as a difference of two documents, and where it is said to be.
struct DocumentComparisonTests {
    private static func differences(_ live: String, _ other: String) -> [String] {
        DocumentComparison.differences(live: Array(live.utf8), other: Array(other.utf8)).map { place in
            let values = [place.live, place.other].map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
            return "\(String(decoding: place.path, as: UTF8.self)) \(values[0]) \(values[1])"
        }
    }

    @Test(arguments: [
        (#"{"a":1,"b":[true]}"#, #"{ "b" : [true], "a" : 1.0 }"#), (#"{"a":1e3,"a":0}"#, #"{"a":0}"#),
        (#"{"collected_at":1,"user_id":"x","a":2}"#, #"{"a":2,"collected_at":9}"#), (#"{"a":"\u00e9"}"#, #"{"a":"é"}"#),
        (#"{"a":-0.0}"#, #"{"a":0}"#), (#"{"a":100000}"#, #"{"a":1e5}"#),
    ])
    func `the way of writing and the last upload make no difference`(live: String, other: String) {
        #expect(Self.differences(live, other).isEmpty)
    }

    @Test(
        arguments: [
            (#"{"a":1}"#, #"{"a":2}"#, ["/a 1 2"]), (#"{"a":1}"#, "{}", ["/a 1 nothing"]),
            ("{}", #"{"a":[1]}"#, ["/a nothing [1]"]),
            (
                #"{"a":{"b":[1,2]}}"#, #"{"a":{"b":[1,3,4]}}"#,
                [
                    "/a/b/1 2 3", "/a/b/2 nothing 4",
                ]
            ),
            (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":null}}"#, ["/a~1b/~0 1 null"]),
            (#"{"a":{}}"#, #"{"a":[]}"#, ["/a {} []"]),
            (#"{"a":"1"}"#, #"{"a":1}"#, [#"/a "1" 1"#]), (#"{"a":null}"#, "{}", ["/a null nothing"]),
            (#"{"x":{"user_id":1}}"#, #"{"x":{"user_id":2}}"#, ["/x/user_id 1 2"]),
            (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#, ["/a 9007199254740993 9007199254740992"]),
            (#"{"b":1,"c":1}"#, #"{"a":1,"b":2}"#, ["/a nothing 1", "/b 1 2", "/c 1 nothing"]),
        ] as [(String, String, [String])]
    )
    func `each place is named with both values`(live: String, other: String, places: [String]) {
        #expect(Self.differences(live, other) == places)
        let turned = places.map { place in
            let words = place.split(separator: " ")
            return "\(words[0]) \(words[2]) \(words[1])"
        }
        #expect(Self.differences(other, live) == turned)
    }

    /// Written by chance: white space, the order of members and the way to write a number.
    private indirect enum Sketch {
        case number(Int)
        case text(Int)
        case list([Sketch])
        case object([(Int, Sketch)])

        static func made(_ depth: Int, _ random: inout SeededRandom) -> Sketch {
            switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &random) {
            case 0: return .number(Int.random(in: 0...3, using: &random))
            case 1: return .text(Int.random(in: 0...2, using: &random))
            case 2: return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in made(depth - 1, &random) })
            default: return object(depth, &random)
            }
        }

        static func object(_ depth: Int, _ random: inout SeededRandom) -> Sketch {
            let keys = (0..<4).filter { _ in Bool.random(using: &random) }
            return .object(keys.map { ($0, made(depth - 1, &random)) })
        }

        /// One value of it is another now.
        func changed(_ random: inout SeededRandom) -> Sketch {
            switch self {
            case .list(let elements) where !elements.isEmpty:
                var elements = elements
                let place = Int.random(in: 0..<elements.count, using: &random)
                elements[place] = elements[place].changed(&random)
                return .list(elements)
            case .object(let members) where !members.isEmpty:
                var members = members
                let place = Int.random(in: 0..<members.count, using: &random)
                members[place].1 = members[place].1.changed(&random)
                return .object(members)
            default: return .number(Int.random(in: 10...99, using: &random))
            }
        }

        func written(_ random: inout SeededRandom) -> String {
            let space = Bool.random(using: &random) ? " " : ""
            switch self {
            case .number(let number): return space + (Bool.random(using: &random) ? "\(number)" : "\(number).0")
            case .text(let number): return "\"t\(number)\""
            case .list(let elements):
                return "[" + elements.map { $0.written(&random) }.joined(separator: ",") + space + "]"
            case .object(let members):
                let texts = members.shuffled(using: &random).map { "\"k\($0.0)\":" + $0.1.written(&random) }
                return "{" + texts.joined(separator: "," + space) + "}"
            }
        }
    }

    @Test(arguments: [UInt64.random(in: 0 ... .max)])
    func `the same value however it is written has no difference, and one change is in one place`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let sketch = Sketch.object(3, &random)
            #expect(Self.differences(sketch.written(&random), sketch.written(&random)).isEmpty, "seed \(seed)")
            let changed = sketch.changed(&random)
            guard case .object(let members) = sketch, !members.isEmpty else { continue }
            let places = Self.differences(sketch.written(&random), changed.written(&random))
            #expect(places.count == 1, "seed \(seed)")
        }
    }
}
