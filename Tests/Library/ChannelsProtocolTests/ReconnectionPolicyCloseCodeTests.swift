import ChannelsProtocol
import Testing

/// What each profile does with a close after being connected (docs/policies-and-codes.md), row by
/// row. The figure is the delay before the third retry in a row, because it tells all rules apart:
/// squares 4 or 9, linear 15, fixed 1 or 5, at once 0.
@Suite("Close codes, profile by profile")
struct ReconnectionPolicyCloseCodeTests {
    enum Answer: Hashable {
        case waits(Double)
        case usesTLS
        case stops
    }

    struct Row: CustomTestStringConvertible {
        var codes: [CloseCode?]
        var pusherJS: Answer
        var pusherSwift: Answer
        var libPusher: Answer
        var pusherJava: Answer
        var fixed: Answer

        init(
            _ codes: [CloseCode?], js: Answer, swift: Answer, lib: Answer, java: Answer,
            fixed: Answer
        ) {
            self.codes = codes
            self.pusherJS = js
            self.pusherSwift = swift
            self.libPusher = lib
            self.pusherJava = java
            self.fixed = fixed
        }

        var testDescription: String {
            self.codes.map { $0.map { String($0.rawValue) } ?? "none" }.joined(separator: " ")
        }
    }

    static let rows = [
        Row(
            [1000, 1001, nil],
            js: .waits(1), swift: .waits(4), lib: .waits(5), java: .waits(9), fixed: .waits(5)),
        Row(
            [1002, 1003, 1006, 1008, 1011, 1012, 1013, 1014, 3000, 3999],
            js: .waits(1), swift: .waits(4), lib: .waits(15), java: .waits(9), fixed: .waits(5)),
        Row([4000], js: .usesTLS, swift: .stops, lib: .stops, java: .stops, fixed: .usesTLS),
        Row(
            [4001, 4003, 4004, 4005, 4006, 4007, 4008, 4009],
            js: .stops, swift: .stops, lib: .stops, java: .stops, fixed: .stops),
        Row(
            [4002, 4010, 4099],
            js: .stops, swift: .waits(4), lib: .stops, java: .stops, fixed: .stops),
        Row(
            [4100, 4101, 4199],
            js: .waits(1), swift: .waits(4), lib: .waits(15), java: .waits(9), fixed: .waits(5)),
        Row(
            [4200, 4201, 4202],
            js: .waits(0), swift: .waits(0), lib: .waits(0), java: .waits(9), fixed: .waits(5)),
        Row(
            [4203, 4210, 4299],
            js: .waits(0), swift: .waits(4), lib: .waits(0), java: .waits(9), fixed: .waits(5)),
        Row(
            [4300, 4301, 4303, 4399],
            js: .stops, swift: .waits(4), lib: .waits(15), java: .waits(9), fixed: .stops),
        Row(
            [4400, 4999],
            js: .stops, swift: .waits(4), lib: .waits(15), java: .waits(9), fixed: .waits(5)),
    ]

    static func answer(of policy: ReconnectionPolicy, to code: CloseCode?) -> Answer {
        let history = ReconnectionHistory(
            attempt: 3, retry: 3, everConnected: true, wasConnected: true,
            end: .closed(code, reason: ""), timeSpent: .seconds(60), wasOpened: true,
            failedAttempts: 2, shortConnectionCount: 3)
        return switch policy.decision(after: history, chance: 0.5) {
        case .retry(let delay, _, _): .waits(delay.inSeconds)
        case .switchToTLS: .usesTLS
        case .giveUp: .stops
        }
    }

    @Test("each library answers as its own table says", arguments: rows)
    func libraries(row: Row) {
        for code in row.codes {
            let comment: Comment = "\(code as Any)"
            #expect(Self.answer(of: .pusherJS, to: code) == row.pusherJS, comment)
            #expect(Self.answer(of: .pusherSwift, to: code) == row.pusherSwift, comment)
            #expect(Self.answer(of: .pusherSwift5, to: code) == row.pusherSwift, comment)
            #expect(Self.answer(of: .libPusher, to: code) == row.libPusher, comment)
            #expect(Self.answer(of: .pusherJava, to: code) == row.pusherJava, comment)
            #expect(Self.answer(of: .fixed, to: code) == row.fixed, comment)
            #expect(Self.answer(of: .never, to: code) == .stops, comment)
            #expect(Self.answer(of: .libPusherClassic, to: code) == .stops, comment)
        }
    }

    @Test("the standard policy follows the ranges of the protocol", arguments: rows)
    func standard(row: Row) {
        for code in row.codes {
            let expected: Answer =
                switch code?.advice {
                case .useTLS: .usesTLS
                case .doNotReconnect: .stops
                case .backOff: .waits(2.5)  // between 1 and 4 s
                case .reconnectAtOnce, .retry, nil: .waits(2.05)  // between 0.1 and 4 s
                }
            #expect(Self.answer(of: .standard, to: code) == expected, "\(code as Any)")
        }
    }

    @Test("with TLS in use already, 4000 stops every policy that looks at close codes")
    func alreadyTLS() {
        let policies = ReconnectionPolicy.profiles.map(\.policy)
        for policy in policies where !["never", "pysher"].contains(policy.name) {
            var scene = MachineScene(policy: policy, usesTLS: true).connected()
            scene.wait(60)
            scene.close(4000)
            #expect(scene.machine.state == .failed, "\(policy.name)")
            #expect(scene.opened == [1], "\(policy.name)")
        }
    }

    @Test("the code of an error counts where the close has none, for the libraries too")
    func errorBeforeClose() {
        for policy in [.pusherJS, .pusherSwift, .libPusher, .pusherJava] as [ReconnectionPolicy] {
            var scene = MachineScene(policy: policy).connected()
            scene.wait(60)
            scene.receive(.error(ServerError(code: 4004, message: "quota")))
            scene.close(1000)
            #expect(scene.machine.state == .failed, "\(policy.name)")
            #expect(scene.changes.last?.closeCode == 4004)
        }
    }
}
