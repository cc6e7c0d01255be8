import Channels
import ChannelsDiagnostics
import ChannelsHTTPAPI
import ChannelsProtocol
import Logging

extension Guide {
    static func readme() async throws {
        // guide: readme start
        let client = try ChannelsClient(
            ChannelsOptions(
                appKey: "app-key", host: .cluster("eu"),
                authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth"))))
        let lobby = try await client.subscribe("lobby", as: .presence)
        let events = lobby.events
        await client.connect()
        async let running: Void = client.run()
        for await event in events { print("\(event.name) \(event.data.text)") }
        // guide: readme end
        await running
    }

    static func makeClient() throws -> ChannelsClient {
        // guide: options start
        var options = ChannelsOptions(appKey: "app-key", host: .cluster("eu"))
        options.authMethod = .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth"))
        options.activityTimeout = .seconds(60)
        options.maximumReconnectDelay = .seconds(60)
        let client = try ChannelsClient(options)
        // guide: options end
        return client
    }

    static func serverOfMyOwn() -> ChannelsOptions {
        // guide: own-server start
        let options = ChannelsOptions(
            appKey: "app-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false)
        // guide: own-server end
        return options
    }

    static func run(_ client: ChannelsClient) async throws {
        // guide: run start
        try await client.subscribe("orders")
        await client.connect()
        await client.run()
        // guide: run end
    }

    static func connected(_ client: ChannelsClient) async throws {
        // guide: connected start
        async let running: Void = client.run()
        await client.connect()
        do {
            try await client.connected()
        } catch {
            print("\(error)")
        }
        // guide: connected end
        await running
    }

    static func states(_ client: ChannelsClient) async {
        // guide: states start
        let states = client.states
        await client.connect()
        for await state in states { print("\(state)") }
        // guide: states end
    }

    static func stateChanges(_ client: ChannelsClient) async {
        // guide: state-changes start
        for await change in client.stateChanges {
            guard let error = change.error else { continue }
            print("\(change.current): \(error.text)")
        }
        // guide: state-changes end
    }

    static func stateHandler(_ client: ChannelsClient) async {
        // guide: state-handler start
        let handler = await client.onStateChange(to: .connected) { change in
            print("connected as \(change.socketID?.text ?? "nobody")")
        }
        // guide: state-handler end
        await client.removeStateHandler(handler)
    }

    static func retries(_ client: ChannelsClient) async {
        // guide: retries start
        let reports = client.reports
        await client.connect()
        for await report in reports {
            guard case .retryScheduled(let retry) = report.kind else { continue }
            print("attempt \(retry.attempt) in \(retry.delay) (\(retry.rule))")
        }
        // guide: retries end
    }

    static func policies() -> ChannelsOptions {
        var options = self.serverOfMyOwn()
        // guide: policy start
        options.policy = .pusherSwift
        options.maximumReconnectAttempts = 10
        options.maximumReconnectDelay = .seconds(60)
        // guide: policy end
        return options
    }

    static func ownPolicy() -> ReconnectionPolicy {
        // guide: own-policy start
        let patient = ReconnectionPolicy(name: "every minute") { history, _ in
            history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
        }
        // guide: own-policy end
        return patient
    }

    static func gaps(_ client: ChannelsClient) async {
        // guide: gap start
        for await gap in client.gaps {
            for channel in gap.channels {
                let end = channel.subscribedAgain.map { "\($0.date)" } ?? "now"
                print("\(channel.name): nothing from \(gap.lastReceived.date) to \(end)")
            }
        }
        // guide: gap end
    }

    static func reachability(_ client: ChannelsClient, _ networkChanges: AsyncStream<Bool>) async {
        // guide: reachable start
        for await isReachable in networkChanges where isReachable {
            await client.networkBecameReachable()
        }
        // guide: reachable end
    }

    static func errors(_ client: ChannelsClient) async {
        // guide: errors start
        let errors = client.errors
        await client.connect()
        for await error in errors {
            if error.code == 4004 { print("The application has no connections left.") }
            print("\(error)")
        }
        // guide: errors end
    }

    static func failures(_ client: ChannelsClient) async {
        let errors = client.errors
        await client.connect()
        // guide: failures start
        for await error in errors {
            switch ConnectionEnd(of: error)?.kind {
            case .failed(let failure):
                switch failure.kind {
                case .nameNotResolved: print("There is no such host.")
                case .tls(let reason, isCertificate: true): print("The certificate: \(reason).")
                case .httpStatus(let status, _): print("HTTP \(status)")
                default: print(failure.text)
                }
            case .timedOut(let part?, _, let limit): print("\(limit) in \(part.rawValue)")
            case .closed(let code?, _): print("Closed with \(code.rawValue).")
            default: print("\(error)")
            }
            if let advice = error.advice { print(advice) }
            if let retry = error.retry { print("Attempt \(retry.attempt) in \(retry.delay).") }
            if error.isPermanent { print("No further attempts.") }
        }
        // guide: failures end
    }

    static func frames(_ client: ChannelsClient) async {
        // guide: frames start
        let frames = client.frames
        await client.connect()
        for await batch in frames {
            for frame in batch {
                guard case .text(let text) = frame.content else { continue }
                print("\(frame.isSent ? "sent" : "received") \(text)")
            }
        }
        // guide: frames end
    }

    static func logging() -> ChannelsOptions {
        var options = self.serverOfMyOwn()
        // guide: logging start
        var logger = Logger(label: "channels")
        logger.logLevel = .debug
        options.logger = logger
        // guide: logging end
        return options
    }

    static func server(_ client: ChannelsClient) async {
        // guide: server start
        let server = await client.serverProfile
        print(server.name)
        for sentence in server.evidence { print(sentence) }
        // guide: server end
    }

    static func network(_ secret: AppSecret) -> (ChannelsOptions, ChannelsAPIOptions) {
        // guide: network start
        var route = ServerRoute(host: .host("ws.example.com"), port: 6001)
        route.proxy = .url("http://proxy.example.com:3128")
        route.trustRootsFile = "/etc/example/ca.pem"
        route.clientCertificateFile = "/etc/example/client.pem"
        route.clientKeyFile = "/etc/example/client.key"
        let options = ChannelsOptions(appKey: "app-key", route: route)
        let apiOptions = ChannelsAPIOptions(
            appID: "3", appKey: "app-key", secret: secret, route: route)
        // guide: network end
        return (options, apiOptions)
    }

    static func slowListener(_ client: ChannelsClient) async {
        // guide: slow-listener start
        for await batch in client.reportBatches {
            for report in batch {
                guard case .skipped(let skipped) = report.kind else { continue }
                print("\(skipped.events) events were skipped here")
            }
        }
        // guide: slow-listener end
    }

    static func pausing(_ client: ChannelsClient, _ archive: ([ClientReport]) -> Void) async {
        // guide: pausing start
        for await batch in client.reportBatches.pausingReading() { archive(batch) }
        // guide: pausing end
    }

    static func limits(_ client: ChannelsClient, _ archive: ([ClientReport]) -> Void) async {
        // guide: listener-limits start
        let small = ListenerLimits(events: 10_000, bytes: 16 << 20)
        for await batch in client.reportBatches.pausingReading(at: small) { archive(batch) }
        // guide: listener-limits end
    }

    static func newest(_ client: ChannelsClient, _ show: (ReceivedEvent) async -> Void) async {
        // guide: listener-skipping start
        let newest = client.events("price").skipping(beyond: ListenerLimits(events: 1000))
        for await price in newest { await show(price) }
        // guide: listener-skipping end
    }

    static func evolution(_ error: ClientError) {
        // guide: evolution start
        switch error.phase {
        case .connecting: print("not connected: \(error)")
        case .subscription: print("not subscribed: \(error)")
        default: print("\(error)")
        }
        // guide: evolution end
    }

    static func stop(_ client: ChannelsClient) async {
        // guide: stop start
        async let running: Void = client.run()
        await client.connect()
        await client.stop()
        await running
        // guide: stop end
    }
}
