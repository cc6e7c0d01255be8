import ChannelsHTTPAPI
import ChannelsProtocol

/// Carries out the dashboard's requests to the HTTP API.
struct APIRunner {
    private let api: ChannelsAPI?
    private let time = SystemTime()

    init(_ api: ChannelsAPI?) { self.api = api }

    /// - Returns: the answer, or why there is none.
    func run(_ request: APIRequest) async -> APIReport {
        let sent = self.time.now()
        let outcome: APIReport.Outcome
        do {
            outcome = try await self.outcome(of: request)
        } catch let error as ChannelsAPIError {
            outcome = .failed(APIFailure(error))
        } catch {
            outcome = .failed(APIFailure(.temporary, "The request was cancelled."))
        }
        return APIReport(request, outcome, sent: sent, answered: self.time.now())
    }

    private func outcome(
        of request: APIRequest
    ) async throws -> APIReport.Outcome {
        guard let api = self.api else {
            return .failed(APIFailure(.refused, "The app's secret is not known."))
        }
        switch request {
        case .list(let listing): return .channels(try await Self.list(listing, api))
        case .users(let channel): return .users(try await api.users(of: channel))
        case .publish(let publication): try await Self.publish(publication, api)
        case .terminate(let user): try await api.terminateConnections(of: user)
        }
        return .done
    }

    private static func list(
        _ listing: APIRequest.Listing, _ api: ChannelsAPI
    ) async throws -> [ListedChannel] {
        var info: Set<ChannelAttribute> = listing.isOfPresence ? [.userCount] : []
        if listing.wantsSubscriptionCounts { info.insert(.subscriptionCount) }
        let prefix = listing.isOfPresence ? ChannelKind.presence.prefix : ""
        return try await api.channels(prefix: prefix, info: info).map {
            ListedChannel($0.name, users: $0.userCount, subscriptions: $0.subscriptionCount)
        }
    }

    private static func publish(
        _ publication: Publication, _ api: ChannelsAPI
    ) async throws {
        let data = EventData(publication.data)
        switch publication.target {
        case .channels(let channels):
            try await api.trigger(publication.event, on: channels, data: data)
        case .user(let user): try await api.send(publication.event, to: user, data: data)
        }
    }
}

extension APIFailure {
    fileprivate init(_ error: ChannelsAPIError) {
        let kind: Kind =
            switch error.kind {
            case .invalidRequest, .badRequest, .tooLarge: .badRequest
            case .unauthorized, .forbidden, .notFound: .refused
            case .tooManyRequests, .serverError, .unexpectedStatus, .unexpectedAnswer, .cutAnswer,
                .timedOut, .unreachable:
                .temporary
            }
        self.init(kind, error.description, retryAfter: error.retryAfter)
    }
}
