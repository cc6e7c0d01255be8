import ChannelsHTTPAPI
import ChannelsTransport
import Synchronization

/// An API whose network answers as a test says.
struct APIScene {
    let sender = ScriptedSender()
    /// The time of this machine, in seconds since 1970.
    static let now = 1_700_000_000.0

    static var options: ChannelsAPIOptions {
        var options = ChannelsAPIOptions(
            appID: "3", appKey: "key", secret: AppSecret("secret"), host: .host("api.test"))
        options.route.proxy = .none
        return options
    }

    func api(_ options: ChannelsAPIOptions = APIScene.options) throws -> ChannelsAPI {
        try ChannelsAPI(options, sender: self.sender, wallClock: { Self.now })
    }
}

/// Answers requests in order, and remembers them.
final class ScriptedSender: HTTPSender {
    private struct State {
        var answers: [Result<HTTPResponse, HTTPExchangeFailure>] = []
        var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())

    var requests: [HTTPRequest] { self.state.withLock { $0.requests } }

    /// The bodies of the requests, as text.
    var bodies: [String] { self.requests.map { String(decoding: $0.body, as: UTF8.self) } }

    func answer(_ status: Int, _ body: String, headers: [HTTPHeader] = []) {
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        self.state.withLock { $0.answers.append(.success(response)) }
    }

    func fail(_ error: TransportError, mayHaveArrived: Bool) {
        let failure = HTTPExchangeFailure(error, mayHaveArrived: mayHaveArrived)
        self.state.withLock { $0.answers.append(.failure(failure)) }
    }

    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        let answer: Result<HTTPResponse, HTTPExchangeFailure> = self.state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty
                ? .failure(HTTPExchangeFailure(.closed("no answer"), mayHaveArrived: true))
                : state.answers.removeFirst()
        }
        return try answer.get()
    }
}
