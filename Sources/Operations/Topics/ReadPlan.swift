package import Kafka

/// The offsets to read from each partition, and the progress.
///
/// A partition may grow during the read, and transaction markers are not delivered as records. So a partition is
/// finished when a record after its range arrives, or when the reader reports its end.
package struct ReadPlan {
    /// What to do with a record.
    package enum Step: Equatable {
        case lend
        /// The record is after the range, so its partition is finished.
        case beyond
    }

    private struct Course {
        let offsets: Range<Int64>
        var next: Int64
        var isThrough = false
    }

    private var courses: [TopicPartition: Course] = [:]
    private var openCount = 0
    /// The number of offsets in all ranges, including gaps and markers.
    package let total: Int64
    /// The number of offsets already processed.
    package private(set) var done: Int64 = 0

    /// Creates a plan for these ranges; a partition with an empty range is finished.
    package init(_ offsets: [TopicPartition: Range<Int64>]) {
        for (partition, range) in offsets where !range.isEmpty {
            courses[partition] = Course(offsets: range, next: range.lowerBound)
        }
        openCount = courses.count
        total = courses.values.reduce(0) { $0 + Int64($1.offsets.count) }
    }

    /// The partitions to assign, with their start offsets.
    package var assignments: [Assignment] {
        courses.map { Assignment($0.key, from: .offset($0.value.offsets.lowerBound)) }
    }

    package var isDone: Bool { openCount == 0 }

    /// Updates the progress for a record, and returns whether the record is in its range.
    package mutating func take(offset: Int64, of partition: TopicPartition) -> Step {
        guard var course = courses[partition], !course.isThrough else { return .beyond }
        let isBeyond = offset >= course.offsets.upperBound
        let next = min(offset + 1, course.offsets.upperBound)
        done += max(0, next - course.next)
        course.next = max(course.next, next)
        course.isThrough = course.next == course.offsets.upperBound
        if course.isThrough { openCount -= 1 }
        courses[partition] = course
        return isBeyond ? .beyond : .lend
    }

    /// Records that a reader has reached the current end of a partition, which is never before the end of the range.
    package mutating func reachedEnd(of partition: TopicPartition) {
        guard let course = courses[partition], !course.isThrough else { return }
        done += course.offsets.upperBound - course.next
        courses[partition]?.isThrough = true
        openCount -= 1
    }
}
