// Types whose short names an app may have itself, or get from another library, have longer ones in
// the interface. The program, which imports no such library where it uses them, says them short.

/// See `JSONValue`.
package typealias JSON = JSONValue
/// See `JSONValue.Object`.
package typealias JSONObject = JSONValue.Object
/// See `PresenceMember`.
package typealias Member = PresenceMember
/// See `PresenceMembers`.
package typealias Members = PresenceMembers
/// See `ReportedProblem`.
package typealias Problem = ReportedProblem
/// See `ConnectionGap`.
package typealias Gap = ConnectionGap
/// See `EventBinding`.
package typealias Binding = EventBinding
/// See `ChannelsTimestamp`.
package typealias Timestamp = ChannelsTimestamp
