/// What buoy says on the wire when it does something to a connection on purpose. Nothing is read
/// from these words: whether a fault ended a connection is `ConnectionEnd.isInjected`.
package enum DeliberateFault {
    package static let words = "a fault made by buoy"
}
