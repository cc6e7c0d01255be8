extension APICall.Purpose {
    func effect(_ effect: ChannelsAPIError.Effect) -> ChannelsAPIError.Effect {
        self == .question ? .none : effect
    }

    /// Follows the sentence about the failure; empty for questions.
    func sentence(_ effect: ChannelsAPIError.Effect) -> String {
        switch (self, effect) {
        case (.question, _): ""
        case (.publishing(1), .none): " The event was not published."
        case (.publishing(1), .unknown):
            " The event may have been published, so it is not sent again."
        case (.publishing(1), .done): " The event was published."
        case (.publishing(let count), .none): " None of the \(count) events was published."
        case (.publishing(let count), .unknown):
            " The \(count) events may have been published, so they are not sent again."
        case (.publishing(let count), .done): " The \(count) events were published."
        case (.terminating, .none): " No connections were closed."
        case (.terminating, .unknown): " The connections may have been closed."
        case (.terminating, .done): " The connections were closed."
        }
    }
}
