import ChannelsFoundation
public import ChannelsProtocol
import ChannelsSigning
package import ChannelsTransport
import Synchronization

/// A client for an application's HTTP API: publishes events, and queries channels and users.
///
/// ```swift
/// let api = try ChannelsAPI(
///     ChannelsAPIOptions(
///         appID: "3", appKey: "app-key", secret: AppSecret(text), host: .cluster("eu")))
/// try await api.trigger("created", on: "orders", data: ["id": 7])
/// ```
///
/// Every limit is checked before anything is sent. Requests share a few connections, which are kept
/// open for a while. Calls throw `ChannelsAPIError`, or `CancellationError` if their task is
/// cancelled, which ends the request. A request that publishes is never retried automatically,
/// because the server might publish twice; the error says whether it was published.
public final class ChannelsAPI: Sendable {
    let options: ChannelsAPIOptions
    package let origin: HTTPOrigin
    private let sender: any HTTPSender
    private let wallClock: @Sendable () -> Double
    private let skew = Mutex(ClockSkew())
    /// Hides secrets in what the server says.
    private let mask: SecretMask

    /// Enough for the longest list of channels.
    private static let bodyLimit = 64 << 20

    /// Creates a client for the API, without connecting yet. Create one, and use it from any
    /// number of tasks.
    ///
    /// - Throws: `ChannelsError.option` if an option cannot be used.
    public convenience init(_ options: ChannelsAPIOptions) throws(ChannelsError) {
        let origin = try options.origin()
        try self.init(
            options,
            sender: HTTPConnectionPool(to: origin, maximum: options.maximumConnections),
            wallClock: { Date().timeIntervalSince1970 })
    }

    package init(
        _ options: ChannelsAPIOptions, sender: any HTTPSender,
        wallClock: @escaping @Sendable () -> Double
    ) throws(ChannelsError) {
        self.options = options
        self.origin = try options.origin()
        self.sender = sender
        self.wallClock = wallClock
        self.mask = SecretMask([options.secret.searchedBytes], appKey: options.appKey)
    }

    /// How far the server's clock is ahead of this machine's, accurate to about half a second;
    /// negative if it is behind, `nil` before the first response. Beyond 600 s, the server refuses
    /// requests unless `correctsClock` is set.
    public var clockSkew: Duration? { self.skew.withLock { $0.estimate } }

    /// The least and the greatest possible skew, in seconds; `nil` before the first response.
    var skewBounds: ClosedRange<Double>? { self.skew.withLock { $0.bounds } }

    /// Returns a request as it would be signed now, to compare with the server's error message.
    ///
    /// - Parameters:
    ///   - method: `GET` or `POST`.
    ///   - path: the path after `/apps/<id>`, such as `/events`.
    ///   - query: additional parameters, percent-encoded, such as `info=user_count`.
    ///   - body: the text of the body; an empty one is not signed.
    /// - Throws: `ChannelsAPIError.Kind.invalidRequest` if the query cannot be decoded.
    public func signedRequest(
        method: String, path: String, query: String = "", body: String = ""
    ) throws(ChannelsAPIError) -> SignedRequest {
        guard let parameters = [RequestParameter](encoded: query.utf8) else {
            throw .invalid("The query \(query.debugDescription) is not percent-encoded UTF-8.")
        }
        return try self.signed(
            APICall(method, path, parameters: parameters, body: Array(body.utf8)))
    }

    /// An empty object if the server answers without JSON, which it may after publishing.
    func perform(_ call: APICall) async throws -> JSONValue {
        do throws(CallFailure) { return try await self.answer(call) } catch { throw error.thrown }
    }

    /// Also says what a cancelled request has changed.
    func answer(_ call: APICall) async throws(CallFailure) -> JSONValue {
        guard let observer = self.options.requestObserver else { return try await self.send(call) }
        return try await observer.observe(ObservedAPIRequest(call, to: self.origin)) {
            do throws(CallFailure) {
                return .success(try await self.send(call))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private func send(_ call: APICall) async throws(CallFailure) -> JSONValue {
        do throws(CallFailure) {
            return try await self.sendOnce(call)
        } catch {
            guard case .failed(let failure) = error, failure.isRefusedBecauseOfTime,
                self.options.correctsClock
            else { throw error }
            // It was refused, so it had no effect, and the server's time is known now.
            return try await self.sendOnce(call)
        }
    }

    private func sendOnce(_ call: APICall) async throws(CallFailure) -> JSONValue {
        let signed: SignedRequest
        do throws(ChannelsAPIError) { signed = try self.signed(call) } catch {
            throw .failed(error)
        }
        let start = self.wallClock()
        let response: HTTPResponse
        do throws(HTTPExchangeFailure) {
            response = try await self.sender.send(
                self.request(call, signed), timeLimit: self.options.timeLimit,
                bodyLimit: Self.bodyLimit)
        } catch {
            throw CallFailure(
                error, call: call, server: self.origin.address, words: self.options.settingWords)
        }
        let end = self.wallClock()
        self.skew.withLock { $0.answered(response.header("Date"), sent: start, received: end) }
        do throws(ChannelsAPIError) {
            return try AnswerReading(
                call: call, signed: signed, skew: self.clockSkew, now: end, mask: self.mask,
                isSecure: self.origin.tls != nil, words: self.options.settingWords
            ).json(response)
        } catch {
            if let skew = error.clockSkew { self.skew.withLock { $0.learned(skew) } }
            throw .failed(error)
        }
    }

    private func signed(_ call: APICall) throws(ChannelsAPIError) -> SignedRequest {
        let correction = self.options.correctsClock ? self.skew.withLock { $0.seconds } : 0
        return try SignedRequest(
            call, options: self.options, unixTime: Int64(self.wallClock() + correction))
    }

    private func request(_ call: APICall, _ signed: SignedRequest) -> HTTPRequest {
        var headers = [HTTPHeader("X-Pusher-Library", "buoy-swift")]
        if !call.body.isEmpty { headers.append(HTTPHeader("Content-Type", "application/json")) }
        return HTTPRequest(
            method: call.method, origin: self.origin,
            target: "\(self.options.route.path)\(signed.path)?\(signed.query)", headers: headers,
            body: call.body)
    }
}
