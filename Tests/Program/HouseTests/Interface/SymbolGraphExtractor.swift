import Foundation

/// Asks the toolchain for the symbol graphs of modules that were built for debugging already: those
/// of the build that the tests belong to.
struct SymbolGraphExtractor {
    /// Why there are no symbol graphs.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts the tools of the toolchain: `swift symbolgraph-extract`.
    let tool: String
    /// The folder with the compiled modules.
    let modules: URL

    /// The tools in the path, and the modules beside the tests.
    static func ofThisBuild() throws -> SymbolGraphExtractor {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 {
            let modules = folder.appending(path: "Modules")
            let sample = modules.appending(path: "Channels.swiftmodule")
            if FileManager.default.fileExists(atPath: sample.path(percentEncoded: false)) {
                return SymbolGraphExtractor(tool: "swift", modules: modules)
            }
            folder.deleteLastPathComponent()
        }
        throw Failure(
            description: "No module Channels is beside \(CommandLine.arguments[0]), so the public "
                + "interface cannot be read. Build the tests with swift build --build-tests.")
    }

    /// The graph of a module, and those of its extensions of other modules.
    func graphs(of module: String) throws -> [SymbolGraph] {
        let output = FileManager.default.temporaryDirectory
            .appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        _ = try self.run(
            ["symbolgraph-extract", "-module-name", module, "-target", self.target()]
                + ["-I", self.modules.path(percentEncoded: false)] + self.headers()
                + ["-minimum-access-level", "public", "-skip-synthesized-members"]
                + ["-output-dir", output.path(percentEncoded: false)])
        let files = try FileManager.default.contentsOfDirectory(
            at: output, includingPropertiesForKeys: nil)
        guard files.contains(where: { $0.lastPathComponent == "\(module).symbols.json" }) else {
            throw Failure(description: "swift symbolgraph-extract wrote nothing about \(module).")
        }
        return try files.map {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0))
        }
    }

    /// The module maps of the C libraries that the modules import: our own, those that the build
    /// made, and those that come with other packages.
    private func headers() throws -> [String] {
        let own = try Repository.entries(of: "Sources/Base").map {
            Repository.root.appending(path: "Sources/Base/\($0)")
        }
        let build = self.modules.deletingLastPathComponent()
        let made = try self.folders(in: build).filter { $0.pathExtension == "build" }
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "checkouts")
        let theirs = try self.folders(in: checkouts)
            .flatMap { try self.folders(in: $0.appending(path: "Sources")) }
            .map { $0.appending(path: "include") }
        return (own + theirs).map { $0.path(percentEncoded: false) }
            .filter { FileManager.default.fileExists(atPath: "\($0)/module.modulemap") }
            .flatMap { ["-I", $0] }
            + made.map { "\($0.path(percentEncoded: false))/module.modulemap" }
            .filter { FileManager.default.fileExists(atPath: $0) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// What a folder contains; nothing if there is no such folder.
    private func folders(in folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
            return []
        }
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
    }

    /// The machine that the toolchain compiles for: `x86_64-unknown-linux-gnu`.
    private func target() throws -> String {
        struct Information: Decodable {
            struct Target: Decodable { let triple: String }
            let target: Target
        }
        let information = try self.run(["-print-target-info"])
        return try JSONDecoder().decode(Information.self, from: information).target.triple
    }

    /// What the compiler says of a source that imports the modules as an app does: the messages of
    /// its errors, in the order of the lines.
    func errors(in source: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "advice-\(UUID().uuidString).swift")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        let result = try self.result(
            of: ["swiftc", "-typecheck", "-swift-version", "6", path]
                + ["-I", self.modules.path(percentEncoded: false)] + self.headers())
        let errors = result.complaint.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^[^ ]*swift:(\d+):\d+: error: (.*)$/).map {
                (line: Int($0.1) ?? 0, text: String($0.2))
            }
        }
        return errors.sorted { $0.line < $1.line }.map(\.text)
    }

    /// Runs a tool of the toolchain to its end.
    private func run(_ arguments: [String]) throws -> Data {
        let result = try self.result(of: [self.tool] + arguments)
        guard result.status == 0 else {
            throw Failure(
                description: "The public interface cannot be read, because \(self.tool) "
                    + "\(arguments.first ?? "") failed. It belongs to the toolchain and has to be in "
                    + "PATH. It says: \(result.complaint)")
        }
        return result.output
    }

    private func result(
        of command: [String]
    ) throws -> (status: Int32, output: Data, complaint: String) {
        let (process, output, complaints) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        // One after the other: what it complains of is short, and waits in its pipe.
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try complaints.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, written, String(decoding: complaint, as: UTF8.self))
    }
}
