import JSON
import Vocabulary

/// Reads the sample ids that an upload deletes.
enum DeletionReader {
    /// Returns the ids of the valid deletions, and adds the invalid ones to `refused`.
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
