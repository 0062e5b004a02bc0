import Vocabulary

/// The days whose motion activities affect a document, and the documents that an activity affects.
///
/// A local day lies within one day of the UTC day with the same date. Activities of earlier days determine the start of
/// a run that continues into the day. Activities of later days determine the end of a run.
enum MotionReach {
    /// Returns the UTC days from whose activities a local day's document is derived.
    static func days(of day: Day) -> ClosedRange<Int32> { day.days - 3...day.days + 2 }

    /// Returns the local days whose documents an activity on a UTC day may change.
    static func days(affectedBy utcDay: Int32) -> ClosedRange<Int32> { utcDay - 2...utcDay + 3 }
}
