public import ChannelsProtocol

extension ChannelsClient {
    /// The state of the sign-in. `signInChanged` in `reports` reports each change.
    public var signInState: SignInState { self.machine.signInState }

    /// The watchlist users who are online, in the order they came online; empty if no user is
    /// signed in.
    public var onlineUsers: [UserID] { self.machine.onlineUsers }

    /// Signs in the user from the `userAuthentication` option, now or as soon as there is a
    /// connection, and again after each reconnection. A second call retries a failed sign-in.
    ///
    /// Once the user is signed in, their events (`userEvents`) and watchlist changes
    /// (`watchlistChanges`) arrive. `signInChanged` in `reports` shows the progress.
    public func signIn() {
        self.perform(self.machine.signIn())
    }

    /// Signs the user out. The protocol has no message for this: the user's events are no longer
    /// delivered, but the server keeps the user signed in until the connection ends.
    public func signOut() {
        self.perform(self.machine.signOut(at: self.time.now()))
    }
}
