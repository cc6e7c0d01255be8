import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

extension ChannelsAPIError {
    init(
        _ failure: HTTPExchangeFailure, call: APICall, server: String, words: SettingWords
    ) {
        let effect = call.purpose.effect(failure.mayHaveArrived ? .unknown : .none)
        let known = SecretMask().parts(failure.error.parts(in: words))
        let (kind, parts): (Kind, FailureParts) =
            switch failure.error {
            case .timedOut(let phase):
                (.timedOut, FailureParts("\(server) took too long", phase))
            case .nameNotResolved, .connectFailed, .tlsFailed, .tlsSettings, .proxySettings,
                .proxyFailed, .speaksTLS, .tooManyOpenFiles:
                (.unreachable, known)
            case .closed, .badResponse, .foreignService, .oversizedHead, .unsafeHead, .bodyTooLarge,
                .upgradeRefused, .webSocketViolation, .sendQueueFull, .listenFailed, .cancelled,
                .injected:
                if failure.error.isCutResponse {
                    (
                        .cutResponse,
                        FailureParts(
                            "\(server) closed the connection before answering", obstacle: .hungUp)
                    )
                } else {
                    (.unexpectedResponse, known)
                }
            }
        self.init(kind, parts.onOneLine, call.purpose.sentence(effect), effect: effect)
    }

    static func unusable(_ json: JSONValue, _ call: APICall?) -> ChannelsAPIError {
        let text = SecretMask().text(json.compactText)
        return ChannelsAPIError(
            .unexpectedResponse,
            FailureParts(
                "The response does not match the API", text.oneLine(limit: 120),
                advice: "Check that the host and port belong to a Channels server."),
            effect: call?.purpose.effect(.done) ?? .none, status: 200,
            body: text.oneLine())
    }
}

extension FailureParts {
    /// The same without line breaks and control characters, each part cut.
    fileprivate var onOneLine: FailureParts {
        FailureParts(
            self.what.oneLine(limit: 300), self.cause.oneLine(limit: 300), advice: self.advice,
            obstacle: self.obstacle)
    }
}
