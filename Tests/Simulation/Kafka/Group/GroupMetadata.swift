/// The member's name and generation, as `sendOffsets` needs them.
package struct GroupMetadata {
    let group: String
    let memberID: String
    let instanceID: String?
    let generation: Int
}
