/// Decrypts the data of an event with the key of its channel, if there is one. A pure function,
/// passed to the client's state machine as a value, because only another module computes with
/// secrets.
///
/// Errors in the data take precedence over errors in the key, as no other key would help.
package typealias EventOpener =
    @Sendable (EventData, SharedSecret?) -> Result<EventData, DecryptionFailure.Reason>
