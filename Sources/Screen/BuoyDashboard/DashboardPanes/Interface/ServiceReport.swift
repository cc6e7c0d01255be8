package import BuoyRecordingFiles
package import BuoyScripts

/// A report of a service besides the client. A new service is a case here, and one of `Effect` for
/// what is asked of it.
package enum ServiceReport: Hashable, Sendable {
    case notes([LogNote])
    case serverFault(String)
    case faults(FaultReport)
    case marks([Int])
    case feature(AnyFeatureReport)
    case streams(Int)
    case recording(RecordingReport)
    case playback(PlaybackStatus?)
    case frames([RecordedFrame])
    case missedEvents(MissedEvents, gap: Int)
}
