import BuoyTestBasics
import ChannelsProtocol
import ChannelsPushProtocol
import Foundation
import Testing

@testable import ChannelsPushNotifications

@Suite("The state of a push client, as text and as a file")
struct PushStateTests {
    /// A state with everything that a state can have.
    private func full() throws -> PushState {
        var dialogue = try OutboxDialogue.registered("a", "b")
        try dialogue.subscribe("no")
        try dialogue.answer(400)
        try dialogue.unsubscribe("a")
        try dialogue.subscribe("c;d=e")
        dialogue.outbox.use(try .sample("new"))
        try dialogue.fail()
        return dialogue.outbox.state
    }

    @Test("what is written is read")
    func roundTrip() throws {
        let state = try self.full()
        #expect(state.rejections.count == 1)
        #expect(state.entries.count == 3)
        #expect(try PushState(text: Array(state.text.utf8)) == state)
        let empty = PushState(endpoint: "e", appKey: "k")
        #expect(try PushState(text: Array(empty.text.utf8)) == empty)
    }

    @Test(
        "a number that cannot be counted on from is damage", arguments: ["last_number", "attempts"])
    func hugeNumbers(key: String) throws {
        let text = try self.full().text
        let start = try #require(text.firstRange(of: "\"\(key)\":")).upperBound
        let end = text[start...].firstIndex { !$0.isNumber } ?? text.endIndex
        for number in ["9223372036854775807", "9007199254740993", "-1"] {
            let forged = text.replacingCharacters(in: start..<end, with: number)
            #expect(throws: PushState.Unreadable.self) { try PushState(text: Array(forged.utf8)) }
        }
    }

    @Test("fuzz: a mutated text is a state that goes on, or damage", arguments: Mutations.seeds(4))
    func mutated(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let mutations = Mutations(
            of: [Array(try self.full().text.utf8)], pieces: ["{", "\"", ",", "null", "[]"])
        for _ in 0..<200 {
            guard var state = try? PushState(text: mutations.next(&dice)) else { continue }
            #expect(try PushState(text: Array(state.text.utf8)) == state)
            state.lastNumber += 1
            for index in state.entries.indices { state.entries[index].attempts += 1 }
        }
    }

    @Test("a text that was cut anywhere is damaged")
    func cut() throws {
        let text = Array(try self.full().text.utf8)
        for count in 0..<(text.count - 1) {
            #expect(throws: PushState.Unreadable.self, "\(count)") {
                try PushState(text: Array(text.prefix(count)))
            }
        }
    }

    @Test(
        "a text with a part that cannot be is damaged",
        arguments: [
            ("\"version\":1", "\"version\":0"), ("\"version\":1", "\"version\":\"1\""),
            ("\"endpoint\":", "\"end\":"), ("\"app_key\":\"key\"", "\"app_key\":7"),
            ("\"apns\"", "\"beams\""), ("\"requested\":[\"b\"", "\"requested\":[\"b-c\""),
            ("\"requested\":[", "\"requested\":[7,"), ("\"outbox\":[", "\"outbox\":[7,"),
            ("\"outbox\":[", "\"outbox\":[{},"),
            ("\"operation\":\"unsubscribe\"", "\"operation\":\"x\""),
            (",\"interest\":\"c;d=e\"", ""), ("\"uncertain\":true", "\"uncertain\":1"),
            ("\"attempts\":1", "\"attempts\":-1"), ("\"last_number\":", "\"last\":"),
            ("\"reason\":", "\"because\":"), ("\"token\":\"00fc", "\"token\":\"\\n00fc"),
        ])
    func damaged(part: String, replacement: String) throws {
        let text = try self.full().text
        #expect(text.contains(part))
        let damaged = text.replacing(part, with: replacement, maxReplacements: 1)
        #expect(throws: PushState.Unreadable.self) { try PushState(text: Array(damaged.utf8)) }
    }

    @Test("a later version is not taken for damage")
    func laterVersion() throws {
        let text = try self.full().text.replacing("\"version\":1", with: "\"version\":2")
        #expect(throws: PushState.Unreadable.laterVersion(2)) {
            try PushState(text: Array(text.utf8))
        }
    }

    // MARK: Files

    @Test("the file is replaced in one step, and only its owner can read it")
    func file() throws {
        let folder = try TestFolder()
        let path = folder.path + "/sub/push.json"
        let file = try PushStateFile(path)
        #expect(try file.load() == nil)
        let state = try self.full()
        try file.save(state)
        #expect(try file.load() == state)
        #expect(try folder.mode(of: "sub/push.json") == 0o600)
        #expect(try folder.mode(of: "sub") == 0o700)
        #expect(try PushStatus.saved(in: path)?.requested == ["b", "no", "c;d=e"])
        // No draft is left.
        #expect(folder.names(in: "sub") == ["push.json", "push.json.lock"])
    }

    @Test("a draft that a killed program left behind is not taken for the state")
    func killedWhileWriting() throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        let state = try self.full()
        do {
            let file = try PushStateFile(path)
            try file.save(state)
        }
        // Killed between writing the draft and renaming it, or while writing it.
        let draft = path + ".draft"
        try Data(state.text.utf8.prefix(40)).write(to: URL(filePath: draft))
        let file = try PushStateFile(path)
        #expect(try file.load() == state)
        try file.save(PushState(endpoint: "e", appKey: "k"))
        #expect(try file.load()?.appKey == "k")
        // The draft contains the token too, so it does not stay.
        #expect(folder.names(in: "") == ["push.json", "push.json.lock"])
    }

    @Test(
        "a file that others can read or change is not used",
        arguments: [0o640, 0o604, 0o620, 0o602])
    func permissions(mode: Int) throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        let file = try PushStateFile(path)
        try file.save(try self.full())
        try folder.setMode(mode, of: "push.json")
        let error = #expect(throws: PushError.self) { try file.load() }
        #expect(error?.description.hasSuffix("Run: chmod 600 \(path)") == true)
        // It is still there.
        try folder.setMode(0o600, of: "push.json")
        #expect(try file.load() == self.full())
    }

    @Test("a damaged file is kept aside, and never replaced by another damaged one")
    func damagedFile() throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        let file = try PushStateFile(path)
        let whole = try self.full().text
        let texts = [String(whole.dropLast(9)), #"{"version":1,"app_key":5}"#]
        for (text, name) in zip(texts, ["push.json.broken", "push.json.broken-2"]) {
            try folder.write(text, to: "push.json")
            let error = #expect(throws: PushError.self) { try file.load() }
            #expect(error?.description.contains("It is kept as \(folder.path)/\(name);") == true)
            #expect(try folder.text(of: name) == text)
            #expect(try file.load() == nil)
        }
    }

    @Test(
        "a file of another program is refused, and nothing is left beside it",
        arguments: ["", "my thesis", "{", "[1]", #"{"version":1,"name":"shop"}"#, "{\"version\":1"])
    func foreignFile(text: String) throws {
        let folder = try TestFolder()
        let path = folder.file("thesis")
        try folder.write(text, to: "thesis")
        let options = PushOptions(appKey: "key", stateFile: path)
        for use in [
            { _ = try PushStatus.saved(in: path) }, { _ = try PushStatus.opened(in: path) },
            { _ = try PushClient(options) },
        ] {
            let error = #expect(throws: PushError.self) { try use() }
            #expect(error?.description.contains("It is left as it is") == true)
        }
        #expect(folder.names == ["thesis"])
        #expect(try folder.text(of: "thesis") == text)
    }

    @Test("reading a status needs no lock, and changes nothing")
    func readingOnly() throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        do {
            let file = try PushStateFile(path)
            try file.save(try self.full())
            #expect(try PushStatus.saved(in: path)?.deviceID == "7")
            withExtendedLifetime(file) {}
        }
        let cut = String(try self.full().text.dropLast(9))
        try folder.write(cut, to: "push.json")
        let error = #expect(throws: PushError.self) { try PushStatus.saved(in: path) }
        #expect(error?.description.contains("\(path) is not a valid state file: ") == true)
        #expect(try folder.text(of: "push.json") == cut)
        #expect(folder.names == ["push.json", "push.json.lock"])
        #expect(try PushStatus.saved(in: folder.file("none")) == nil)
    }

    @Test("two clients cannot use one file, and a file of a later version stays where it is")
    func exclusive() throws {
        let folder = try TestFolder()
        let path = folder.path + "/push.json"
        var file: PushStateFile? = try PushStateFile(path)
        let error = #expect(throws: PushError.self) { try PushStateFile(path) }
        #expect(error?.description.contains("in use by another push client") == true)
        _ = file?.path
        file = nil
        let second = try PushStateFile(path)
        try folder.write(#"{"version":9}"#, to: "push.json")
        #expect(throws: PushError.self) { try second.load() }
        #expect(try folder.text(of: "push.json") == #"{"version":9}"#)
    }

    @Test("a link is followed, and stays a link")
    func link() throws {
        let folder = try TestFolder()
        try folder.write(try self.full().text, to: "real.json")
        let path = folder.path + "/push.json"
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.path + "/real.json")
        let file = try PushStateFile(path)
        #expect(try file.load() == self.full())
        try file.save(PushState(endpoint: "e", appKey: "k"))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path).hasSuffix("real.json"))
    }

    @Test("what is not a regular file, or cannot be written, is said")
    func impossible() throws {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/push.json", withIntermediateDirectories: false)
        let file = try PushStateFile(folder.path + "/push.json")
        #expect(throws: PushError.self) { try file.load() }
        let error = #expect(throws: PushError.self) {
            try file.save(PushState(endpoint: "e", appKey: "k"))
        }
        #expect(error?.description.contains("cannot be written") == true)
        // A file is in the way of the folder.
        try Data().write(to: URL(filePath: folder.path + "/file"))
        #expect(throws: PushError.self) { try PushStateFile(folder.path + "/file/push.json") }
    }
}
