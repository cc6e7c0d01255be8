import BuoyTestBasics
import Foundation
import Testing

/// What keeps the house in order: how many places know every kind of report, that commands are
/// complete, and that folders do not need each other.
@Suite(.inTurn)
struct MeasureTests {
    // What they show of the traffic, folding for slow listeners, words, and recordings.
    private static let kindSwitches = 4

    @Test("few places know every kind of event")
    func switchesOverKinds() throws {
        let kinds = try SourceReading.cases(of: "Kind", inFile: "ClientReport.swift")
        try #require(kinds.contains("stateChanged"), "ClientReport.Kind was not found")
        let full = try Self.switches(below: "Sources").filter { kinds.isSubset(of: $0.cases) }
        #expect(
            full.count <= Self.kindSwitches,
            """
            \(full.map(\.place)) list every case of ClientReport.Kind. Take what you need from the \
            description of an event (module ChannelsEventWords), so that a new kind is described once.
            """)
    }

    @Test("a command is one row: nothing else tells commands apart")
    func switchesOverCommands() throws {
        var found: [String] = []
        for folder in ["Sources/Screen", "Sources/Features", "Sources/Program"] {
            for file in try Repository.swiftFiles(below: folder) {
                let code = SourceReading.code(try Repository.text(file))
                for (index, line) in code.enumerated()
                where line.contains("switch command {") || line.contains("switch command.name") {
                    found.append("\(file):\(index + 1)")
                }
            }
        }
        #expect(
            found == [],
            """
            Say in the row of the command (Sources/Screen/BuoyDashboard/Commands) what it does and when it can \
            be done. A switch elsewhere forgets the next command.
            """)
    }

    @Test("the folders of a module do not need each other, nor do the folders in them")
    func folderCircles() throws {
        for module in try Manifest().modules {
            let rooms = try Repository.folders(of: module.path).map { "\(module.path)/\($0)" }
            let circles = try ([module.path] + rooms).flatMap(Self.circles).filter {
                // The root is what a module is about, and may know its rooms; in the dashboard it
                // may not.
                module.name.hasPrefix("BuoyDashboard") || !$0.contains("root")
            }
            #expect(
                circles.isEmpty,
                """
                \(circles.joined(separator: "; ")). Move what both need to the lower folder, or \
                give it to the lower one as a value.
                """)
        }
    }

    private static func switches(below folder: String) throws -> [SourceReading.Switch] {
        try Repository.swiftFiles(below: folder).flatMap(SourceReading.switches)
    }

    // MARK: Folders

    /// The pairs of folders that use types of each other: `Panes and Layout (PaneID, LayoutPart)`.
    private static func circles(in parent: String) throws -> [String] {
        let files = try Repository.swiftFiles(below: parent).map { file in
            let rooms = file.dropFirst(parent.count + 1).split(separator: "/").dropLast()
            return (
                folder: rooms.first.map(String.init) ?? "root",
                code: SourceReading.code(try Repository.text(file))
            )
        }
        var home: [String: String] = [:]
        for file in files {
            for type in SourceReading.types(declaredIn: file.code) { home[type] = file.folder }
        }
        var uses: [String: [String: Set<String>]] = [:]
        for file in files {
            let words = Set(file.code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
            for word in words {
                guard let other = home[String(word)], other != file.folder else { continue }
                uses[file.folder, default: [:]][other, default: []].insert(String(word))
            }
        }
        return uses.keys.sorted().flatMap { left in
            (uses[left] ?? [:]).keys.sorted().compactMap { right in
                guard left < right, let back = uses[right]?[left] else { return nil }
                let there = uses[left]?[right] ?? []
                return "\(left) uses \(right) (\(there.sorted().joined(separator: ", "))) and "
                    + "\(right) uses \(left) (\(back.sorted().joined(separator: ", ")))"
            }
        }
    }
}
