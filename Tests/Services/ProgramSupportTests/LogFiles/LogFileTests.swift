import Foundation
import Testing

@testable import Logging
@testable import ProgramSupport

@Suite("Log files")
struct LogFileTests {
    /// A folder of its own for each test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "buoy-log-\(UUID().uuidString)")
        var path: String { self.url.appending(path: "log").path }

        init() throws {
            try FileManager.default.createDirectory(
                at: self.url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: self.url) }

        func text(_ name: String = "log") throws -> String {
            try String(contentsOf: self.url.appending(path: name), encoding: .utf8)
        }

        var names: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: self.url.path).sorted()) ?? []
        }
    }

    @Test("lines are appended, also to those of an earlier run, and only the owner can read them")
    func appending() throws {
        let folder = try Folder()
        try LogFile(folder.path).append("one")
        try LogFile(folder.path).append("two")
        #expect(try folder.text() == "one\ntwo\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a full file is put aside, and the oldest is removed")
    func rotation() throws {
        let folder = try Folder()
        let file = try LogFile(folder.path, limits: LogFile.Limits(bytes: 10, earlier: 2))
        for line in ["1aaa", "1bbb", "2aaa", "2bbb", "3aaa", "3bbb", "4aaa"] { file.append(line) }
        #expect(folder.names == ["log", "log.1", "log.2"])
        #expect(try folder.text() == "4aaa\n")
        #expect(try folder.text("log.1") == "3aaa\n3bbb\n")
        #expect(try folder.text("log.2") == "2aaa\n2bbb\n")
    }

    @Test("a line that is longer than a file has a file of its own")
    func longLine() throws {
        let folder = try Folder()
        let file = try LogFile(folder.path, limits: LogFile.Limits(bytes: 4, earlier: 1))
        file.append("much longer")
        file.append("x")
        #expect(try folder.text() == "x\n")
        #expect(try folder.text("log.1") == "much longer\n")
    }

    @Test("without earlier files, a full file begins anew")
    func noEarlier() throws {
        let folder = try Folder()
        let file = try LogFile(folder.path, limits: LogFile.Limits(bytes: 4, earlier: 0))
        file.append("abc")
        file.append("def")
        #expect(folder.names == ["log"])
        #expect(try folder.text() == "def\n")
    }

    @Test("a link, a folder and a folder that does not exist are refused")
    func refused() throws {
        let folder = try Folder()
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.url.appending(path: "elsewhere"))
        for path in [link.path, folder.url.path, folder.path + "/nowhere/log", "/dev/full"] {
            #expect(throws: LogFileError.self) { try LogFile(path) }
        }
        #expect(folder.names == ["link"])
    }

    @Test("a message is one line with its time and level, above the level that is asked for")
    func handler() throws {
        let folder = try Folder()
        let file = try LogFile(folder.path)
        var logger = Logger(label: "test") { _ in FileLogHandler(file) }
        logger.logLevel = .warning
        logger.info("not this")
        logger.warning("closed\nwith 4201")
        let text = try folder.text()
        #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]+Z warning closed with 4201\n/) != nil)
    }

    @Test("with several servers, a line says which one it is about")
    func servers() throws {
        let folder = try Folder()
        let file = try LogFile(folder.path)
        var logger = Logger(label: "test") { _ in FileLogHandler(file) }
        logger[metadataKey: "server"] = "prod"
        logger.warning("closed")
        #expect(try folder.text().hasSuffix("Z warning prod: closed\n"))
    }
}
