// Short names for the program. The public types have longer ones, because an app may have or
// import the short ones.

package typealias JSON = JSONValue
package typealias JSONObject = JSONValue.Object
package typealias Member = PresenceMember
package typealias Members = PresenceMembers
package typealias Problem = ReportedProblem
package typealias Gap = ConnectionGap
package typealias Binding = EventBinding
package typealias Timestamp = ChannelsTimestamp
