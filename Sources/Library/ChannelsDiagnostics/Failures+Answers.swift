public import ChannelsProtocol

extension SubscriptionFailure {
    /// The start of the authorization endpoint's response; `nil` if there wasn't one, or if it may
    /// contain a secret.
    public var responseBody: String? { self.body }

    /// The string that was signed, or that the endpoint was asked to sign (Pusher's
    /// "Authentication signatures"), to compare with the string in the server's error; `nil` if it
    /// is not known.
    public var signedString: String? { self.stringToSign }
}

extension SignInFailure {
    /// The start of the authentication endpoint's response; `nil` if there wasn't one, or if it may
    /// contain a secret.
    public var responseBody: String? { self.body }

    /// The string that was signed, or that the endpoint was asked to sign (Pusher's
    /// "Authentication signatures"); `nil` if it is not known.
    public var signedString: String? { self.stringToSign }
}
