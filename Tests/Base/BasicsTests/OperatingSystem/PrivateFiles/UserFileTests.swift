import BuoyTestBasics
import Dispatch
import Foundation
import Testing

@testable import ChannelsBasics

@Suite("Files that users name", .inTurn)
struct UserFileTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    private func failure(
        _ name: String, limit: Int = 100, isPrivate: Bool = false
    ) -> UserFile.Failure? {
        do throws(UserFile.Failure) {
            _ = try UserFile.read(self.folder.file(name), limit: limit, isPrivate: isPrivate)
            return nil
        } catch {
            return error
        }
    }

    @Test("a file is read up to the limit, and not a byte more")
    func limit() throws {
        let text = String(repeating: "x", count: 200_000)
        try self.folder.write(text, to: "file")
        let bytes = try UserFile.read(self.folder.file("file"), limit: 200_000).bytes
        #expect(bytes == Array(text.utf8))
        #expect(self.failure("file", limit: 199_999) == .tooLarge(limit: 199_999))
    }

    @Test("a size that is only claimed is believed, so that a sparse file costs nothing")
    func sparse() throws {
        try self.folder.write("", to: "file")
        #expect(truncate(self.folder.file("file"), 1 << 40) == 0)
        #expect(self.failure("file") == .tooLarge(limit: 100))
    }

    @Test("a file that grows while it is read has the same limit")
    func growing() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(write(ends[1], "0123456789", 10) == 10)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(throws: UserFile.Failure.tooLarge(limit: 9)) {
            try UserFile.bytes(of: ends[0], limit: 9)
        }
    }

    @Test("pipes, devices and folders are refused at once")
    func special() throws {
        #expect(mkfifo(self.folder.file("pipe"), 0o600) == 0)
        for name in ["pipe", "", "../../../../../../dev/zero", "../../../../../../dev/tty"] {
            let failure = self.failure(name)
            #expect(failure == .notRegular || failure == .system(ENXIO), "\(name)")
        }
        #expect(throws: UserFile.Failure.notRegular) {
            try UserFile.open(self.folder.file("pipe"))
        }
    }

    @Test("missing files, also below a file")
    func missing() throws {
        try self.folder.write("", to: "file")
        #expect(self.failure("none") == .missing)
        #expect(self.failure("file/none") == .missing)
    }

    @Test(
        "a private file is one that only its owner can access",
        arguments: [(0o600, true), (0o400, true), (0o640, false), (0o602, false), (0o644, false)])
    func modes(mode: Int, isPrivate: Bool) throws {
        try self.folder.write("a", to: "file")
        try self.folder.setMode(mode, of: "file")
        #expect(self.failure("file", isPrivate: true) == (isPrivate ? nil : .sharedWithOthers))
        #expect(self.failure("file") == nil)
    }

    @Test("work that is stuck is left behind, and other work is waited for")
    func stuck() {
        let gate = DispatchSemaphore(value: 0)
        let call = PatientCall { _ in gate.wait() }
        #expect(call.wait() == nil)
        gate.signal()
        #expect(call.wait() != nil)
        #expect(PatientCall { _ in 1 }.wait() == 1)
    }

    @Test(
        "sentences name the limit",
        arguments: [(4096, "larger than 4 KiB"), (4 << 20, "larger than 4 MiB")])
    func sentences(limit: Int, words: String) {
        #expect("\(UserFile.Failure.tooLarge(limit: limit))" == words)
    }
}
