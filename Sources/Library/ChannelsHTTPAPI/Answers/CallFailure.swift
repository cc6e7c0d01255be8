import ChannelsBasics
import ChannelsTransport

/// Why a call has no answer.
package enum CallFailure: Error {
    /// The call failed, and says so to its caller.
    case failed(ChannelsAPIError)
    /// The task was cancelled.
    case cancelled(ChannelsAPIError.Effect)

    /// What the caller is thrown.
    var thrown: any Error {
        switch self {
        case .failed(let error): error
        case .cancelled: CancellationError()
        }
    }

    /// What the request has changed.
    var effect: ChannelsAPIError.Effect {
        switch self {
        case .failed(let error): error.effect
        case .cancelled(let effect): effect
        }
    }

    /// A request without a response.
    ///
    /// - Parameters:
    ///   - server: its host and port.
    ///   - words: how its sentence names settings.
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
