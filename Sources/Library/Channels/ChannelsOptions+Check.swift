extension ChannelsOptions {
    /// Checks the durations. With one that is not longer than zero, the client would ping, fail or
    /// give up all the time; one of more than a year is a mistake.
    ///
    /// - Throws: `ChannelsError.option` that names the first one that cannot be used.
    func checkTimes() throws(ChannelsError) {
        let times = [
            ("activityTimeout", self.activityTimeout), ("pongTimeout", self.pongTimeout),
            ("unavailableTimeout", self.unavailableTimeout),
            ("attemptTimeLimit", self.attemptTimeLimit),
            ("subscriptionTimeLimit", self.subscriptionTimeLimit),
        ]
        for (name, time) in times where time <= .zero || time > Self.year {
            throw .option("The option \(name) must be longer than zero, and at most a year.")
        }
    }

    private static let year = Duration.seconds(31_536_000)
}
