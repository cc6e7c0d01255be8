import Foundation
import Glibc
import Testing

@testable import ChannelsBasics

@Suite("What Linux says about this process and itself")
struct ProcessFactsTests {
    @Test("the start is that of the kernel, whatever the program is called")
    func startTime() {
        let stat = "12 (a b) c)) S 1 12 12 0 -1 0 1 2 3 4 5 6 7 8 20 0 3 0 4250 9 10"
        let system = "cpu 1 2 3\nbtime 1000\nprocesses 7\n"
        let start = ProcessFacts.startTime(stat: stat, systemStat: system, ticksPerSecond: 100)
        #expect(start == 1042.5)
        for (stat, system, ticks) in [
            ("", system, 100), (stat, "", 100), (stat, system, 0), ("12 (a) S 1", system, 100),
            (stat, "btime x\n", 100),
        ] {
            let start = ProcessFacts.startTime(
                stat: stat, systemStat: system, ticksPerSecond: ticks)
            #expect(start == nil)
        }
    }

    @Test("the open descriptors and their limit are known, and a file more is one more")
    func openFiles() throws {
        let limit = try #require(ProcessLimits.openFiles)
        // Other tests open and close files meanwhile.
        let files = (0..<200).map { _ in MemoryFile.open("test") }
        defer { for file in files { close(file) } }
        #expect(files.allSatisfy { $0 >= 0 })
        let open = try #require(ProcessFacts.openFiles)
        #expect(open >= 200 && open <= limit)
    }

    @Test("the clock of the machine does not run behind that without suspension")
    func clocks() {
        let running = SystemClocks.running
        #expect(SystemClocks.sinceStart >= running)
        #expect(SystemClocks.running >= running)
        // 2020-09-13
        #expect(SystemClocks.wall > 1_600_000_000_000_000_000)
    }

    @Test("the name of the distribution is the one for people")
    func distribution() {
        let text = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nID=debian\n"
        #expect(Distribution.name(inRelease: text) == "Debian GNU/Linux 13 (trixie)")
        #expect(Distribution.name(inRelease: "NAME=x\n") == nil)
        #expect(Distribution.name(inRelease: "") == nil)
    }

    @Test("a nameless file gets a name, unless one has it")
    func namelessFile() throws {
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        let file = NamelessFile.open(in: folder)
        // Not every file system supports it.
        guard file >= 0 else { return }
        defer { close(file) }
        let path = folder + "/nameless-\(getpid())"
        defer { unlink(path) }
        #expect(NamelessFile.link(file, to: path))
        #expect(!NamelessFile.link(file, to: path))
        #expect(errno == EEXIST)
    }
}
