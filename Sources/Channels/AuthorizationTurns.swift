internal import ChannelsProtocol

/// Keeps the number of requests to the application's servers small: subscriptions, new keys and the
/// sign-in together. (libPusher makes five at once as well.)
struct AuthorizationTurns {
    private var running = 0
    private var waiting: [Work] = []

    /// The most at a time.
    static let limit = 5

    /// A request is wished for.
    ///
    /// - Returns: the work to begin now; `nil` when it waits for its turn.
    mutating func wished(_ work: Work) -> Work? {
        guard self.running < Self.limit else {
            self.waiting.append(work)
            return nil
        }
        self.running += 1
        return work
    }

    /// A request was answered.
    ///
    /// - Returns: the work to begin now, whose turn it is.
    mutating func ended() -> Work? {
        guard !self.waiting.isEmpty else {
            self.running -= 1
            return nil
        }
        return self.waiting.removeFirst()
    }
}
