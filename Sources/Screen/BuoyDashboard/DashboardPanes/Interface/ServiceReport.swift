package import BuoyRecording
package import BuoyScripts

/// A report of a service besides the client, which the panes hear. A new service is a case here,
/// and one of `Effect` for what is asked of it.
package enum ServiceReport: Hashable, Sendable {
    /// Rows for the log, oldest first.
    case notes([LogNote])
    /// A sandbox does what it was asked for, as JSON.
    case serverFault(String)
    /// Faults of the connection have started or ended, or were planned.
    case faults(FaultReport)
    /// The events with these numbers are marked in the event log.
    case marks([Int])
    /// A feature reports something that its own panes understand.
    case feature(AnyFeatureReport)
    /// How many streams of the client are read.
    case streams(Int)
    /// A recording starts, continues or ends, or answers a question.
    case recording(RecordingReport)
    /// The time that is shown has changed, or is the present again.
    case playback(PlaybackStatus?)
    /// Frames of the connection, in order.
    case frames([RecordedFrame])
    /// What the server knows was missed in the gap with this number.
    case missedEvents(MissedEvents, gap: Int)
}
