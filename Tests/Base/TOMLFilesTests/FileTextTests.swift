import BuoyTestBasics
import Foundation
import Testing

@testable import BuoyTOMLFiles

@Suite("Reading files of the user's")
struct FileTextTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    private func failure(_ name: String) -> FileText.Failure? {
        do throws(FileText.Failure) {
            _ = try FileText.read(self.folder.path + "/" + name)
            return nil
        } catch {
            return error
        }
    }

    @Test("a file is read, also by a link")
    func reads() throws {
        try self.folder.write("a = 1", to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: self.folder.path + "/link", withDestinationPath: "file")
        for name in ["file", "link"] {
            let file = try FileText.read(self.folder.path + "/" + name)
            #expect(file == FileText(text: "a = 1", warnings: []))
        }
    }

    @Test("what is not there is missing, also below a file")
    func missing() throws {
        try self.folder.write("", to: "file")
        #expect(self.failure("none") == .missing)
        #expect(self.failure("file/none") == .missing)
    }

    @Test("a folder and a pipe are refused at once")
    func special() throws {
        #expect(mkfifo(self.folder.path + "/pipe", 0o600) == 0)
        #expect(self.failure("pipe") == .unreadable("not a regular file"))
        #expect(self.failure("") == .unreadable("not a regular file"))
    }

    @Test("more than 1 MiB, and what is no text, are refused")
    func contents() throws {
        try self.folder.write(String(repeating: "x", count: FileText.largest), to: "large")
        #expect(self.failure("large") == nil)
        try self.folder.write(String(repeating: "x", count: FileText.largest + 1), to: "larger")
        #expect(self.failure("larger") == .notText("larger than 1 MiB"))
        try Data([0x61, 0xFF, 0x62]).write(to: URL(filePath: self.folder.path + "/bytes"))
        #expect(self.failure("bytes") == .notText("not UTF-8 text"))
    }

    @Test(
        "a file that everybody can change is read with a warning",
        arguments: [(0o666, 1), (0o646, 1), (0o644, 0), (0o664, 0), (0o600, 0), (0o444, 0)])
    func modes(mode: Int, count: Int) throws {
        try self.folder.write("", to: "file")
        let path = self.folder.path + "/file"
        chmod(path, mode_t(mode))
        let warnings = try FileText.read(path).warnings
        #expect(warnings.count == count)
        #expect(warnings.allSatisfy { $0.contains("chmod o-w \(path)") })
    }

    @Test("so is one in a folder in which everybody can put another, unless it is sticky")
    func folders() throws {
        try self.folder.write("", to: "open/file")
        let path = self.folder.path + "/open"
        chmod(path, 0o777)
        #expect(try FileText.read(path + "/file").warnings.count == 1)
        chmod(path, 0o1777)
        #expect(try FileText.read(path + "/file").warnings == [])
    }
}
