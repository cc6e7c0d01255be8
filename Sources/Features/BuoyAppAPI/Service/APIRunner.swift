import BuoyDashboard
import ChannelsHTTPAPI
import ChannelsProtocol

struct APIRunner {
    private let api: ChannelsAPI?
    private let metrics: ServerMetrics?
    private let time = SystemTime()

    init(_ api: ChannelsAPI?, metrics: ServerMetrics? = nil) {
        self.api = api
        self.metrics = metrics
    }

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
            return .failed(APIFailure(.refused, "The app's secret is not configured."))
        }
        switch request {
        case .list(let listing): return .channels(try await Self.list(listing, api))
        case .users(let channel): return .users(try await api.users(of: channel))
        case .connections(.api): return .connections(try await api.connectionCount())
        case .connections(.metrics):
            guard let count = await self.metrics?.connections() else {
                return .failed(APIFailure(.refused, "The server does not provide this metric."))
            }
            return .connections(count)
        case .history(let question): return .history(try await Self.published(question, api))
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

    private static func published(
        _ question: HistoryQuestion, _ api: ChannelsAPI
    ) async throws -> MissedEvents {
        // The period is counted on the server's clock, which every response gives.
        if api.clockSkew == nil, let first = question.channels.first {
            _ = try await api.channel(first)
        }
        let skew = api.clockSkew ?? .zero
        let start = question.start.advanced(by: skew).wallMicroseconds / 1000
        let end = question.end.advanced(by: skew).wallMicroseconds / 1000
        var events: [MissedEvents.Event] = []
        var isComplete = question.isOfAllChannels
        for channel in question.channels {
            let history = try await api.history(of: channel, in: start...max(start, end))
            isComplete = isComplete && history.isComplete
            events += history.events.map {
                MissedEvents.Event(
                    channel: channel, name: $0.name, data: $0.data,
                    published: $0.publishedAt)
            }
        }
        return MissedEvents(recovered: events, isIncomplete: !isComplete)
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
            case .tooManyRequests, .serverError, .unexpectedStatus, .unexpectedResponse,
                .cutResponse, .timedOut, .unreachable:
                .temporary
            }
        self.init(kind, error.description, retryAfter: error.retryAfter)
    }
}
