import Vocabulary

/// The days whose motion activities decide a document, and the documents that an activity decides.
///
/// A zone's day lies within one day of the UTC day with the same date. The activities of the days before decide how a
/// run began that reaches into the day, those of the days after how long a run lasts.
enum MotionReach {
    /// Returns the UTC days whose activities a local day's document is derived from.
    static func days(of day: Day) -> ClosedRange<Int32> { day.days - 3...day.days + 2 }

    /// Returns the local days whose documents an activity on a UTC day may change.
    static func days(affectedBy utcDay: Int32) -> ClosedRange<Int32> { utcDay - 2...utcDay + 3 }
}
