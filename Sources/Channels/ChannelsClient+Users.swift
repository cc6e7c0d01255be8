public import ChannelsProtocol

/// The signed-in user (protocol 7, "User authentication").
extension ChannelsClient {
    /// Where the sign-in stands.
    public var signInState: SignInState { self.machine.signInState }

    /// The users of the watchlist who are online, in the order in which they came; empty without a
    /// sign-in.
    public var onlineUsers: [UserID] { self.machine.onlineUsers }

    /// Signs the user in that the option `userAuthentication` names, now or as soon as there is a
    /// connection, and again after each reconnection. Asked again, a sign-in that failed is tried
    /// again.
    ///
    /// From then on events for the user arrive (`bindUser`), and the watchlist of the user is told
    /// (`watchlistChanges()`). `signInChanged` among the reports tells how it goes.
    public func signIn() {
        self.perform(self.machine.signIn(at: self.time.now()))
    }

    /// No longer wants to be signed in. The protocol has no word for it: events for the user end, and
    /// the server keeps the user signed in until the connection ends.
    public func signOut() {
        self.perform(self.machine.signOut(at: self.time.now()))
    }
}
