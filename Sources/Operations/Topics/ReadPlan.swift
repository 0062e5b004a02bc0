package import Kafka

/// Which offsets of which partitions are to be read, and how far that has come.
///
/// Partitions go on growing and end in transaction markers, which are no records: a partition is through when a record
/// from beyond its end comes, or when there is nothing left to come, be it at whatever offset.
package struct ReadPlan {
    /// What is to be done about a record.
    package enum Step: Equatable {
        case lend
        /// It is beyond the end: nothing more of its partition is of interest.
        case beyond
    }

    private struct Course {
        let offsets: Range<Int64>
        var next: Int64
        var isThrough = false
    }

    private var courses: [TopicPartition: Course] = [:]
    private var openCount = 0
    /// How many offsets lie between the beginnings and the ends, holes and markers counted.
    package let total: Int64
    /// How many of them are behind.
    package private(set) var done: Int64 = 0

    /// A plan to read these offsets; where there are none the partition is through.
    package init(_ offsets: [TopicPartition: Range<Int64>]) {
        for (partition, range) in offsets where !range.isEmpty {
            courses[partition] = Course(offsets: range, next: range.lowerBound)
        }
        openCount = courses.count
        total = courses.values.reduce(0) { $0 + Int64($1.offsets.count) }
    }

    /// What is to be read, and from where.
    package var assignments: [Assignment] {
        courses.map { Assignment($0.key, from: .offset($0.value.offsets.lowerBound)) }
    }

    package var isDone: Bool { openCount == 0 }

    /// A record has come.
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

    /// A reader has come to what was the end just now, which cannot lie before the end of the plan.
    package mutating func reachedEnd(of partition: TopicPartition) {
        guard let course = courses[partition], !course.isThrough else { return }
        done += course.offsets.upperBound - course.next
        courses[partition]?.isThrough = true
        openCount -= 1
    }
}
