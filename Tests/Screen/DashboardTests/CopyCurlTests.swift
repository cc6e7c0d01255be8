import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

/// Runs what is copied as curl in a real shell, with a `curl` that tells what it was asked.
@Suite(
    "Commands for a shell",
    .enabled(if: SigningProgram.isThere, "the commands sign with the program openssl"), .inTurn)
struct CopyCurlTests {
    /// In front of a snippet: a curl that prints its last argument and its input.
    private static let fakeCurl = """
        date() { echo 1353088179; }
        curl() { for last; do :; done; printf '%s\\n' "$last"; case " $* " in *' --data-binary @- '*) cat ;; esac; }
        PUSHER_APP_ID=3 PUSHER_KEY=278d425bdf160c739803 PUSHER_SECRET=7ad3773142a6692b25b8
        PUSHER_HOST=http://127.0.0.1:1/

        """

    private static func run(_ script: String) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    private static func snippet(_ data: String, _ name: String = "foo") throws -> String {
        try CopyText.text(
            of: .event(
                SharingSamples.event(
                    SharingSamples.received(EventName(name), on: "project-3", EventData(data)))),
            as: .curl)
    }

    @Test("the request is signed as the reference vector of the HTTP API")
    func vector() throws {
        let answer = try Self.run(Self.fakeCurl + Self.snippet(#"{"some":"data"}"#))
        #expect(
            answer.output == """
                http://127.0.0.1:1/apps/3/events?auth_key=278d425bdf160c739803\
                &auth_timestamp=1353088179&auth_version=1.0\
                &body_md5=ec365a775a4cd0599faeb73354201b6f\
                &auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c
                {"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}
                """)
    }

    @Test(
        "whatever the data is, it arrives as it was and runs nothing",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostile(text: HostileString) throws {
        let text = text.text
        let answer = try Self.run(Self.fakeCurl + Self.snippet(text, text))
        let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(answer.status == 0)
        try #require(lines.count == 2)
        let body = try #require(JSONValue.parse(String(lines[1])))
        #expect(body["data"]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
        #expect(body["name"]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test("without the secret nothing is sent, and the shell goes on")
    func missing() throws {
        let answer = try Self.run(
            Self.fakeCurl + "unset PUSHER_SECRET\n" + Self.snippet("x") + "echo still here")
        #expect(answer.output.contains("PUSHER_SECRET: set it to the app secret"))
        #expect(answer.output.hasSuffix("still here\n"))
        #expect(!answer.output.contains("http://"))
    }

    @Test("a presence channel is asked about, with its users; the host may have no scheme")
    func asking() throws {
        let script = try CopyText.text(
            of: .channel(ChannelName(wire: "presence-lobby")), as: .curl)
        let answer = try Self.run(
            Self.fakeCurl + "PUSHER_HOST=api-eu.pusher.com\n" + script)
        let lines = answer.output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("https://api-eu.pusher.com/apps/3/channels/presence-lobby?"))
        #expect(lines[0].contains("&info=user_count&auth_signature="))
        #expect(lines[1].contains("/channels/presence-lobby/users?"))
    }

    @Test("of a client event it is said that the server sends it")
    func clientEvent() throws {
        #expect(try Self.snippet("x", "client-a").contains("This was a client event"))
        #expect(try !Self.snippet("x", "a").contains("This was a client event"))
    }
}

/// The program that the commands sign with. No package that buoy needs brings it.
private enum SigningProgram {
    static var isThere: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/openssl")
        }
    }
}
