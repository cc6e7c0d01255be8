import ChannelsBasics
import ChannelsTransport

package enum CallFailure: Error {
    case failed(ChannelsAPIError)
    case cancelled(ChannelsAPIError.Effect)

    var thrown: any Error {
        switch self {
        case .failed(let error): error
        case .cancelled: CancellationError()
        }
    }

    var effect: ChannelsAPIError.Effect {
        switch self {
        case .failed(let error): error.effect
        case .cancelled(let effect): effect
        }
    }

    init(_ failure: HTTPExchangeFailure, call: APICall, server: String, words: SettingWords) {
        self =
            switch failure.error {
            case .cancelled:
                .cancelled(call.purpose.effect(failure.mayHaveArrived ? .unknown : .none))
            default:
                .failed(ChannelsAPIError(failure, call: call, server: server, words: words))
            }
    }
}
