package import ChannelsTransport

extension WebSocketConnection {
    /// Receives what has arrived, each text message on its own.
    package func receiveSeparately() async -> WebSocketInput {
        switch await self.receive() {
        case .messages(let messages): .messages(messages.separated)
        case .closed(let closure): .closed(closure)
        }
    }
}

extension [WebSocketMessage] {
    /// The same messages, each text on its own.
    package var separated: [WebSocketMessage] {
        self.flatMap { message -> [WebSocketMessage] in
            guard case .texts(let run) = message else { return [message] }
            return run.texts.map { .text($0) }
        }
    }
}
