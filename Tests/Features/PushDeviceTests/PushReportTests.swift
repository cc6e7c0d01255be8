import ChannelsProtocol
import ChannelsPushNotifications
import Testing

@testable import BuoyPushDevice

@Suite("What push commands print")
struct PushReportTests {
    private func status() -> PushStatus {
        var status = PushStatus(endpoint: "http://push.test", appKey: "key")
        status.platform = .fcm
        status.token = "00fc…5555"
        return status
    }

    @Test("a status as a table")
    func table() {
        var status = self.status()
        status.requested = ["news", "weather"]
        status.outbox = [
            PushStatus.Operation(number: 1, kind: .register, interest: nil, attempts: 2),
            PushStatus.Operation(number: 2, kind: .subscribe, interest: "news"),
        ]
        status.refused = [
            PushStatus.Refusal(
                kind: .subscribe, interest: "x", reason: "Why (HTTP 400)", wallMicroseconds: 0)
        ]
        #expect(
            PushReport.text(status, path: "/f") == """
                state file  /f
                endpoint    http://push.test
                app key     key
                device      not registered
                platform    fcm
                token       00fc…5555 (not confirmed)
                requested   news  weather
                registered  none
                outbox      register the device, sent 2 times, unanswered
                            subscribe to news
                refused     1970-01-01T00:00:00.000Z  The subscription to x was refused. Why (HTTP 400)
                """)
        #expect(PushReport.text(nil, path: "/f") == "Nothing is registered: /f does not exist.")
    }

    @Test("progress says what the service confirmed, refused or forgot, and what is waited for")
    func progress() {
        var old = self.status()
        var new = old
        new.deviceID = "7"
        new.isTokenRegistered = true
        new.registered = ["a"]
        #expect(
            PushReport.progress(from: old, to: new, at: .zero) == [
                "registered as 7", "subscribed to a",
            ])
        #expect(PushReport.progress(from: new, to: new, at: .zero) == [])
        old = new
        new.registered = ["b"]
        #expect(
            PushReport.progress(from: old, to: new, at: .zero) == [
                "subscribed to b", "unsubscribed from a",
            ])
        old = new
        new.deviceID = nil
        new.registered = []
        #expect(
            PushReport.progress(from: old, to: new, at: .zero) == [
                "the device is no longer registered with the service"
            ])
        old = self.status()
        new = old
        new.outbox = [PushStatus.Operation(number: 1, kind: .unsubscribe, interest: "a")]
        new.nextRetry = PushStatus.Retry(
            time: .zero.advanced(by: .milliseconds(1500)), reason: "Nobody answers.")
        #expect(
            PushReport.progress(from: old, to: new, at: .zero)
                == ["waiting 1.5s: unsubscribe from a. Nobody answers."])
    }

    @Test("a new token is told once it is confirmed")
    func token() {
        var old = self.status()
        old.deviceID = "7"
        var new = old
        new.isTokenRegistered = true
        #expect(PushReport.progress(from: old, to: new, at: .zero) == ["token replaced: 00fc…5555"])
    }
}
