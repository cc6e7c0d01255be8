import ChannelsPushNotifications

/// The code that the article UsingAServer.md shows, so that it always compiles.
enum PushGuide {
    static func readme(token: String) async throws {
        // guide: push start
        let push = try PushClient(
            PushOptions(
                appKey: "app-key", route: ServerRoute(url: "https://push.example.com/client_api"),
                stateFile: "/var/lib/app/push.json"))
        async let running: Void = push.run()
        try await push.register(.fcm, token: token)
        try await push.subscribe(to: "news", "weather")
        try await push.settled()
        // guide: push end
        await push.stop()
        await running
    }

    static func status(_ push: PushClient) async {
        // guide: push-status start
        for await status in await push.statuses() {
            if let retry = status.nextRetry { print("waiting: \(retry.reason)") }
            if status.isSettled { print("registered: \(status.registered)") }
        }
        // guide: push-status end
    }

    static func errors(_ push: PushClient) async throws {
        // guide: push-errors start
        do {
            try await push.subscribe(to: "private-news")
        } catch .interestName(let sentence) {
            // Character 8 of the interest name is a hyphen, which is reserved: …
            print(sentence)
        }
        // guide: push-errors end
    }

    static func waiting(_ push: PushClient) async throws {
        // guide: push-waiting start
        let deviceID = try await push.registered()
        try await push.subscribed(to: "news")
        // guide: push-waiting end
        print(deviceID)
    }
}
