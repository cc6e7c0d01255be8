import ChannelsBasics
import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsRoutes
import ChannelsTransport

struct PushExchange: Sendable {
    let requester: any HTTPRequester
    let origin: HTTPOrigin
    /// Without a trailing slash.
    let path: String
    let timeLimit: Duration
    private let words: SettingWords

    private static let bodyLimit = 64 << 10

    init(
        _ options: PushOptions, requester: any HTTPRequester, environment: [String: String]
    ) throws(PushError) {
        guard !options.appKey.isEmpty else { throw .option("The app key is empty.") }
        guard options.requestTimeLimit > .zero else {
            throw .option("The request time limit must be more than zero.")
        }
        do {
            self.origin = try options.route.origin(environment: environment)
        } catch {
            throw .option(error.description)
        }
        self.requester = requester
        self.path = options.route.path
        self.timeLimit = options.requestTimeLimit
        self.words = options.settingWords
    }

    func perform(_ call: PushCall) async -> PushOutcome {
        let request = HTTPRequest(
            method: call.method, origin: self.origin, target: self.path + call.path,
            headers: [
                HTTPHeader("Content-Type", "application/json"),
                HTTPHeader("Accept", "application/json"),
                HTTPHeader("X-Pusher-Library", "buoy-swift"),
            ],
            body: call.body)
        do {
            let response = try await self.requester.send(
                request, timeLimit: self.timeLimit, bodyLimit: Self.bodyLimit)
            return .answered(PushAnswer(response, to: call))
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .speaksTLS:
                return .failed("The port answered with TLS: start the endpoint with https://.")
            default:
                return .failed(SecretMask().parts(error.parts(in: self.words)).sentence)
            }
        }
    }
}

extension PushAnswer {
    init(_ response: HTTPResponse, to call: PushCall) {
        self.init(
            status: response.status,
            retryAfter: response.header("Retry-After").flatMap(RetryAfter.duration),
            clientID: Self.clientID(in: response.body),
            excerpt: Self.excerpt(of: response.body, hiding: call.credentials?.token))
    }

    /// A string (Pusher's "Client API"); digits are accepted too, as servers write either.
    private static func clientID(in body: [UInt8]) -> String? {
        guard let id = (try? JSONValue(parsing: body))?["id"] else { return nil }
        let text: String? =
            switch id {
            case .string(let text), .number(let text): text
            case .null, .bool, .array, .object: nil
            }
        return text.flatMap { Self.isUsable($0) ? $0 : nil }
    }

    private static func isUsable(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= RegisteredClient.idLimit
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static let excerptLimit = 120
    /// A shorter part of a token may occur in any text.
    private static let identifyingLength = 12

    /// The first line, unless it is not text or repeats a longer part of the token.
    private static func excerpt(of body: [UInt8], hiding token: PushToken?) -> String? {
        let line = body.prefix(4 * Self.excerptLimit).prefix { $0 != 0x0A && $0 != 0x0D }
        let text = SecretMask().text(String(decoding: line, as: UTF8.self))
            .prefix(Self.excerptLimit)
        guard !text.isEmpty, !text.contains("\0") else { return nil }
        if let token, Self.repeats(token.text, in: String(text)) {
            return "(not shown, because it repeats the token)"
        }
        return String(text)
    }

    private static func repeats(_ token: String, in text: String) -> Bool {
        let (token, text) = (Array(token.utf8), Array(text.utf8))
        let length = min(Self.identifyingLength, token.count)
        guard text.count >= length else { return false }
        return (0...(text.count - length)).contains { start in
            token.contains(text[start..<start + length])
        }
    }
}
