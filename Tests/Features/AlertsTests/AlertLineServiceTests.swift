import BuoyTestBasics
import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Foundation
import Synchronization
import Testing

@testable import BuoyAlerts
@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Alerts without a screen", .inTurn)
struct AlertLineServiceTests {
    /// Warnings shown to the user.
    private final class Warnings: Sendable {
        let sentences = Mutex<[String]>([])
    }

    private static let start = SharingSamples.time

    private static func service(
        _ configuration: String, name: String? = nil, warnings: Warnings = Warnings()
    ) throws -> (any LineService)? {
        let file = try ConfigurationFile(text: configuration, file: "c.toml", for: .withAlerts)
        return Alerts.lineService(
            for: PrintedServer(name: name, sections: file.sections, start: Self.start) { sentence in
                warnings.sentences.withLock { $0.append(sentence) }
            })
    }

    private static func event(_ number: Int, after duration: Duration = .zero) -> ClientReport {
        ClientReport(
            number: number, time: Self.start.advanced(by: duration),
            kind: SharingSamples.received("failed", on: "orders", #"{"id":7}"#))
    }

    @Test("a configuration without rules needs no service")
    func noRules() throws {
        #expect(try Self.service("theme = \"default\"") == nil)
    }

    @Test("an alert is a line after its report, and its end another one")
    func lines() async throws {
        let service = try #require(
            try Self.service(
                "[[alerts]]\nname = \"quiet\"\nwhen = \"event:failed\"\nsilence = \"5s\""))
        #expect(await service.received([Self.event(3)]).isEmpty)
        #expect(await service.timePassed(Self.start.advanced(by: .seconds(4))).isEmpty)
        let began = await service.timePassed(Self.start.advanced(by: .seconds(6)))
        #expect(began.map(\.kind) == ["alert"])
        #expect(began.first?.text == "quiet: no event for 5s")
        #expect(began.first?.number == 3)
        let over = await service.received([Self.event(4, after: .seconds(8))])
        #expect(over.map(\.kind) == ["alert_over"])
        #expect(over.first?.outcome == .good)
        #expect(over.first?.number == 4)
    }

    @Test("the program gets the alert, its event and its server")
    func program() async throws {
        let folder = try TestFolder()
        let file = folder.file("alert")
        let service = try #require(
            try Self.service(
                """
                [[alerts]]
                name = "failed orders"
                when = "event:failed"
                exec = ["/bin/sh", "-c", "cat > \(file).new && mv \(file).new \(file)"]
                """, name: "prod"))
        let lines = await service.received([Self.event(9)])
        #expect(lines.first?.facts.map(\.key) == ["rule", "report"])
        try await eventually { FileManager.default.fileExists(atPath: file) }
        let json = try #require(JSONValue.parse(try String(contentsOfFile: file, encoding: .utf8)))
        #expect(json["alert"]?.stringValue == "failed orders")
        #expect(json["server"]?.stringValue == "prod")
        #expect(json["event"]?["server"]?.stringValue == "prod")
        #expect(json["event"]?["number"]?.intValue == 9)
        await service.stop()
    }

    @Test("the end waits for a program that has begun")
    func finish() async throws {
        let folder = try TestFolder()
        let service = try #require(
            try Self.service(
                """
                [[alerts]]
                name = "slow"
                when = "event:failed"
                exec = ["/bin/sh", "-c", "sleep 0.5; cat > \(folder.file("alert"))"]
                """))
        _ = await service.received([Self.event(1)])
        await service.finish()
        #expect(FileManager.default.fileExists(atPath: folder.file("alert")))
    }

    @Test("a program that does not read what it gets has not failed")
    func unread() async throws {
        let warnings = Warnings()
        let service = try #require(
            try Self.service(
                "[[alerts]]\nname = \"bell\"\nwhen = \"event:failed\"\nexec = [\"true\"]",
                warnings: warnings))
        // More than a pipe holds.
        let data = "\"\(String(repeating: "x", count: 200_000))\""
        let report = ClientReport(
            number: 1, time: Self.start,
            kind: SharingSamples.received("failed", on: "orders", EventData(data)))
        #expect(await service.received([report]).count == 1)
        await service.finish()
        #expect(warnings.sentences.withLock { $0 } == [])
    }

    @Test("a program that fails is told, and none is started after the end")
    func failure() async throws {
        let warnings = Warnings()
        let service = try #require(
            try Self.service(
                """
                [[alerts]]
                name = "pager"
                when = "event:failed"
                pause = "100ms"
                exec = ["/bin/sh", "-c", "read line; exit 3"]
                """, warnings: warnings))
        _ = await service.received([Self.event(1)])
        try await eventually {
            warnings.sentences.withLock { sentences in
                sentences.contains { $0.contains("(alert \"pager\") failed: ") }
            }
        }
        await service.stop()
        let late = await service.received([Self.event(2, after: .seconds(2))])
        #expect(late.count == 1)
        #expect(warnings.sentences.withLock { $0.count } == 1)
    }
}
