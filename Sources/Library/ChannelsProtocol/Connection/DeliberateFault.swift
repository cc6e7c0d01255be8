/// What buoy does to a connection on purpose says so in its text: a close reason, a failure, a
/// phase.
package enum DeliberateFault {
    /// What is said to come from a server or the network, but does not.
    package static let words = "a fault made by buoy"
    /// The same, behind another text.
    package static let remark = " (\(Self.words))"
}
