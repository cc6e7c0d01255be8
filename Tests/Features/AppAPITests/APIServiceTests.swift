import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import Channels
import Testing

@testable import BuoyAppAPI

@Suite("What the HTTP API of an app needs")
struct APIServiceTests {
    private static func access(
        _ arguments: [String], secret: String? = nil, host: String = "ws.example.com"
    ) throws -> APIAccess? {
        let subject = WatchedSubject(
            options: ChannelsOptions(appKey: "k", host: .host(host)),
            arguments: [
                try IdentityArguments.parse([]), try AppIDArguments.parse(arguments),
            ],
            environment: secret.map { ["BUOY_SECRET": $0] } ?? [:])
        return try APIService(subject)?.facts.first as? APIAccess
    }

    @Test("the app's secret and its id give access; where it is decides how often it is asked")
    func available() throws {
        let arguments = ["--app-id", "7"]
        #expect(try Self.access(arguments, secret: "s3cret") == .available(isLocal: false))
        for host in ["localhost", "127.0.0.1", "::1"] {
            let access = try Self.access(arguments, secret: "s3cret", host: host)
            #expect(access == .available(isLocal: true), "\(host)")
        }
    }

    @Test(
        "without one of them, the advice names the options that are missing",
        arguments: [
            ([], nil, "--secret-file and --app-id"), (["--app-id", "7"], nil, "--secret-file"),
            ([], "s3cret", "--app-id"),
        ] as [([String], String?, String)])
    func missing(arguments: [String], secret: String?, options: String) throws {
        guard case .missing(let advice)? = try Self.access(arguments, secret: secret) else {
            Issue.record("there is access")
            return
        }
        #expect(advice.hasPrefix("Start buoy with \(options), or set BUOY_"))
    }

    @Test("the program's own sandbox needs nothing, a recording and a proxy have no app")
    func others() throws {
        let sandbox = WatchedSubject(
            options: ChannelsOptions(appKey: "k", host: .host("127.0.0.1")), sandboxPort: 6001)
        #expect(try APIService(sandbox)?.facts.first as? APIAccess == .available(isLocal: true))
        #expect(try APIService(WatchedSubject()).map { _ in true } == nil)
    }

    @Test("what nobody can carry out fails with the reason")
    func withoutAPI() async {
        let report = await APIRunner(nil).run(.terminate("u"))
        guard case .failed(let failure) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(failure.kind == .refused)
        #expect(failure.text == "The app's secret is not configured.")
    }
}
