import BuoyTestBasics
import Foundation
import Testing

@testable import BuoyProgramSupport
@testable import Logging

@Suite("Log files")
struct LogFileTests {
    @Test("lines are appended, also to those of an earlier run, and only the owner can read them")
    func appending() throws {
        let folder = try TestFolder()
        try LogFile(folder.file("log")).append("one")
        try LogFile(folder.file("log")).append("two")
        #expect(try folder.text(of: "log") == "one\ntwo\n")
        #expect(try folder.mode(of: "log") == 0o600)
    }

    @Test("a full file is put aside, and the oldest is removed")
    func rotation() throws {
        let folder = try TestFolder()
        let file = try LogFile(folder.file("log"), limits: LogFile.Limits(bytes: 10, earlier: 2))
        for line in ["1aaa", "1bbb", "2aaa", "2bbb", "3aaa", "3bbb", "4aaa"] { file.append(line) }
        #expect(folder.names == ["log", "log.1", "log.2"])
        #expect(try folder.text(of: "log") == "4aaa\n")
        #expect(try folder.text(of: "log.1") == "3aaa\n3bbb\n")
        #expect(try folder.text(of: "log.2") == "2aaa\n2bbb\n")
    }

    @Test("a line that is longer than a file has a file of its own")
    func longLine() throws {
        let folder = try TestFolder()
        let file = try LogFile(folder.file("log"), limits: LogFile.Limits(bytes: 4, earlier: 1))
        file.append("much longer")
        file.append("x")
        #expect(try folder.text(of: "log") == "x\n")
        #expect(try folder.text(of: "log.1") == "much longer\n")
    }

    @Test("without earlier files, a full file begins anew")
    func noEarlier() throws {
        let folder = try TestFolder()
        let file = try LogFile(folder.file("log"), limits: LogFile.Limits(bytes: 4, earlier: 0))
        file.append("abc")
        file.append("def")
        #expect(folder.names == ["log"])
        #expect(try folder.text(of: "log") == "def\n")
    }

    @Test("a link, a folder and a folder that does not exist are refused")
    func refused() throws {
        let folder = try TestFolder()
        let link = URL(filePath: folder.file("link"))
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: URL(filePath: folder.file("elsewhere")))
        for path in [link.path, folder.path, folder.file("log") + "/nowhere/log", "/dev/full"] {
            #expect(throws: LogFileError.self) { try LogFile(path) }
        }
        #expect(folder.names == ["link"])
    }

    @Test("a message is one line with its time and level, above the level that is asked for")
    func handler() throws {
        let folder = try TestFolder()
        let file = try LogFile(folder.file("log"))
        var logger = Logger(label: "test") { _ in FileLogHandler(file) }
        logger.logLevel = .warning
        logger.info("not this")
        logger.warning("closed\nwith 4201")
        let text = try folder.text(of: "log")
        #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]+Z warning closed with 4201\n/) != nil)
    }

    @Test("with several servers, a line says which one it is about")
    func servers() throws {
        let folder = try TestFolder()
        let file = try LogFile(folder.file("log"))
        var logger = Logger(label: "test") { _ in FileLogHandler(file) }
        logger[metadataKey: "server"] = "prod"
        logger.warning("closed")
        #expect(try folder.text(of: "log").hasSuffix("Z warning prod: closed\n"))
    }
}
