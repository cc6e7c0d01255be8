package import ChannelsProtocol
package import Transport

/// A network that a test plays: each attempt to connect waits until the test answers it.
package final class ScriptedConnector: WebSocketConnector {
    private let attempts = Mailbox<ScriptedAttempt>()

    package init() {}

    package func connect(
        to endpoint: WebSocketEndpoint,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        let attempt = ScriptedAttempt(endpoint: endpoint)
        progress(.connecting("\(endpoint.host):\(endpoint.port)"))
        self.attempts.put(attempt)
        guard let answer = await attempt.answer.take() else { throw .cancelled }
        return try answer.get()
    }

    /// The next attempt, waiting for it.
    package func nextAttempt() async -> ScriptedAttempt {
        guard let attempt = await self.attempts.take() else {
            return ScriptedAttempt(endpoint: WebSocketEndpoint(host: "", port: 0, target: ""))
        }
        return attempt
    }

    /// The next attempt when there is one already.
    package func nextAttemptIfAny() -> ScriptedAttempt? { self.attempts.takeIfAny() }
}

/// An attempt to connect, for a test to answer.
package final class ScriptedAttempt: Sendable {
    package let endpoint: WebSocketEndpoint
    let answer = Mailbox<Result<any WebSocketConnection, TransportError>>()

    init(endpoint: WebSocketEndpoint) { self.endpoint = endpoint }

    /// Opens the connection; the server's end of it is returned.
    package func accept() -> ScriptedConnection {
        let connection = ScriptedConnection()
        self.answer.put(.success(connection))
        return connection
    }

    package func fail(_ error: TransportError) {
        self.answer.put(.failure(error))
    }
}

/// A connection of which the test is the server.
package final class ScriptedConnection: InjectableConnection {
    private let toClient = Mailbox<WebSocketInput>()
    private let toServer = Mailbox<String>()
    private let closes = Mailbox<UInt16?>()

    package init() {}

    // MARK: The client's end

    package var details: ConnectionDetails { ConnectionDetails(remoteAddress: "scripted:1") }

    package func receive() async -> WebSocketInput {
        guard let input = await self.toClient.take() else {
            return .closed(WebSocketClosure(error: .cancelled))
        }
        if case .closed = input { self.toClient.put(input) }
        return input
    }

    package func send(_ texts: [[UInt8]]) throws(TransportError) {
        for text in texts { self.toServer.put(String(decoding: text, as: UTF8.self)) }
    }

    package func ping(_ payload: [UInt8]) throws(TransportError) {}

    package func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        self.closes.put(code)
        self.toClient.put(.closed(WebSocketClosure(code: code, closedByUs: true)))
    }

    package func inject(_ frame: InjectedFrame) {
        switch frame {
        case .text(let text): self.toClient.put(.messages([.text(text)]))
        case .close(let code, let reason):
            self.toClient.put(.closed(WebSocketClosure(code: code, reason: reason)))
        }
    }

    // MARK: The server's end

    /// Sends messages to the client, as one burst.
    package func send(_ texts: String...) {
        self.toClient.put(.messages(texts.map { .text(Array($0.utf8)) }))
    }

    /// Sends messages of the protocol, as one burst.
    package func say(_ messages: ServerMessage...) {
        self.toClient.put(.messages(messages.map { .text(FrameCodec.encode($0)) }))
    }

    /// Sends WebSocket messages of any kind, as one burst.
    package func send(_ messages: [WebSocketMessage]) { self.toClient.put(.messages(messages)) }

    /// Establishes the connection.
    package func establish(_ socketID: String = "1.1", activityTimeout: Int = 120) {
        self.send(
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\""# + socketID
                + #"\",\"activity_timeout\":"# + "\(activityTimeout)" + #"}"}"#)
    }

    /// Closes; with no code the connection is lost.
    package func end(_ code: UInt16?, _ reason: String = "") {
        let error: TransportError? = code == nil ? .closed("the connection was reset") : nil
        self.toClient.put(.closed(WebSocketClosure(code: code, reason: reason, error: error)))
    }

    /// Ends TCP without a close frame.
    package func endWithoutClose() { self.toClient.put(.closed(WebSocketClosure())) }

    /// The next message of the client that is one of the protocol, waiting for it; `nil` when the
    /// test is cancelled.
    package func heard() async -> ClientMessage? {
        while let text = await self.toServer.take() {
            if let message = try? FrameCodec.decodeClientMessage(Array(text.utf8)) {
                return message
            }
        }
        return nil
    }

    /// The next message of the client, waiting for it.
    package func nextMessage() async -> String { await self.toServer.take() ?? "" }

    /// The next message of the client when there is one already.
    package func nextMessageIfAny() -> String? { self.toServer.takeIfAny() }

    /// The code the client closed with, waiting for it: `nil` inside when it just left.
    package func nextClose() async -> UInt16?? { await self.closes.take() }
}

/// An HTTP server that a test plays.
package final class ScriptedRequester: HTTPRequester {
    /// A request with the place for its answer.
    package struct Exchange: Sendable {
        package let request: HTTPRequest
        private let answer: Mailbox<Result<HTTPResponse, TransportError>>

        fileprivate init(
            _ request: HTTPRequest, _ answer: Mailbox<Result<HTTPResponse, TransportError>>
        ) {
            self.request = request
            self.answer = answer
        }

        package func respond(_ status: Int, _ body: String, headers: [HTTPHeader] = []) {
            self.respond(status, bytes: Array(body.utf8), headers: headers)
        }

        /// Answers with a body that need not be text.
        package func respond(_ status: Int, bytes body: [UInt8], headers: [HTTPHeader] = []) {
            self.answer.put(.success(HTTPResponse(status: status, headers: headers, body: body)))
        }

        package func fail(_ error: TransportError) { self.answer.put(.failure(error)) }
    }

    private let exchanges = Mailbox<Exchange>()

    package init() {}

    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let answer = Mailbox<Result<HTTPResponse, TransportError>>()
        self.exchanges.put(Exchange(request, answer))
        guard let result = await answer.take() else { throw .cancelled }
        return try result.get()
    }

    /// The next request, waiting for it.
    package func nextRequest() async -> Exchange? { await self.exchanges.take() }
}
