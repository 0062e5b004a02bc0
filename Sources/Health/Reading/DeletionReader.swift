import JSON
import Vocabulary

/// Reads the sample ids that an upload deletes.
enum DeletionReader {
    /// Reads the list of deletions.
    ///
    /// An invalid entry is refused, and the others are read.
    static func ids(_ deleted: Value?, _ refused: inout RefusedElements) -> [UUID128] {
        guard var elements = deleted?.elements else { return [] }
        var ids: [UUID128] = []
        var index = 0
        while let element = elements.next() {
            defer { index += 1 }
            do throws(Refusal) {
                guard element.members != nil else {
                    throw Refusal(.decodingError, "A deletion must be a JSON object.")
                }
                ids.append(try FieldReader.uuid(element.field("id"), "id"))
            } catch {
                refused.add(error, of: .deleted, at: index)
            }
        }
        return ids
    }
}
