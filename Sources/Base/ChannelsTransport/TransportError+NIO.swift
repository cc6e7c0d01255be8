import ChannelsBasics
import NIOCore
import NIOPosix

extension TransportError {
    init(any error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let error as HTTPSyntaxError: self = error.transportError
        case let cut as LinkCut: self = .injected(.closed(cut.text))
        case let error as IOError where Descriptors.isShortage(error):
            self = .tooManyOpenFiles(Descriptors.shared.shortage)
        default: self = .closed(Self.words(error))
        }
    }

    static func words(_ error: any Error) -> String {
        switch error {
        case let error as TransportError:
            error.description
        case let cut as LinkCut:
            cut.text
        case let error as IOError:
            FileProblem.systemWords(error.errnoCode)
        case is SocketAddressError.UnknownHost:
            "unknown host name"
        case ChannelError.connectTimeout:
            "no answer"
        case is ChannelError:
            "the connection is closed"
        default:
            error.words
        }
    }
}

extension TimeAmount {
    /// At most a day, so that no arithmetic overflows.
    init(limit: Duration) {
        self = .init(min(max(limit, .zero), .seconds(86_400)))
    }
}
