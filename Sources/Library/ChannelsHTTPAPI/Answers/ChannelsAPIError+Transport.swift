import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

extension ChannelsAPIError {
    init(
        _ failure: HTTPExchangeFailure, call: APICall, server: String, words: SettingWords
    ) {
        let effect = call.purpose.effect(failure.mayHaveArrived ? .unknown : .none)
        let (kind, text): (Kind, String) =
            switch failure.error {
            case .timedOut(let phase): (.timedOut, "\(server) took too long: \(phase).")
            case .nameNotResolved, .connectFailed, .tlsFailed, .tlsSettings, .proxySettings,
                .proxyFailed, .speaksTLS, .tooManyOpenFiles:
                (.unreachable, failure.error.parts(in: words).sentence)
            case .closed, .badResponse, .oversizedHead, .unsafeHead, .bodyTooLarge,
                .upgradeRefused, .webSocketViolation, .sendQueueFull, .listenFailed, .cancelled,
                .injected:
                if failure.error.isCutResponse {
                    (.cutAnswer, "\(server) closed the connection before answering.")
                } else {
                    (.unexpectedAnswer, failure.error.parts(in: words).sentence)
                }
            }
        self.init(
            kind, text.oneLine(limit: 600) + call.purpose.sentence(effect), effect: effect)
    }

    static func unusable(_ json: JSONValue, _ call: APICall?) -> ChannelsAPIError {
        ChannelsAPIError(
            .unexpectedAnswer,
            "The response does not match the API: \(json.compactText.oneLine(limit: 120)). "
                + "Check that the host and port belong to a Channels server.",
            effect: call?.purpose.effect(.done) ?? .none, status: 200,
            body: json.compactText.oneLine())
    }
}
