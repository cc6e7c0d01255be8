import ArgumentParser
import ChannelsBasics
import Glibc

enum InputText {
    /// Enough for a hundred thousand events.
    private static let sizeLimit = 256 << 20

    /// `@FILE` reads a file, and `-` standard input.
    static func bytes(of argument: String, option: String) throws -> [UInt8] {
        guard let path = self.path(in: argument) else { return Array(argument.utf8) }
        return try self.bytes(path, option: option)
    }

    static func text(of argument: String, option: String) throws -> String {
        guard let path = self.path(in: argument) else { return argument }
        return try self.read(path, option: option)
    }

    private static func path(in argument: String) -> String? {
        if argument == "-" { return argument }
        return argument.hasPrefix("@") ? String(argument.dropFirst()) : nil
    }

    /// Without a line end at its end, which editors and `echo` add.
    static func read(_ path: String, option: String) throws -> String {
        let bytes = try self.bytes(path, option: option)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("\(self.name(path)) is not valid UTF-8.")
        }
        return text.hasSuffix("\n") || text.hasSuffix("\r\n") ? String(text.dropLast()) : text
    }

    static func bytes(_ path: String, option: String) throws -> [UInt8] {
        do throws(UserFile.Failure) {
            return path == "-"
                ? try UserFile.bytes(of: STDIN_FILENO, limit: self.sizeLimit)
                : try UserFile.read(path, limit: self.sizeLimit).bytes
        } catch {
            let name = path == "-" ? "standard input" : path
            throw ValidationError(
                FileProblem.cannot(.read, name, option: option, reason: error.description))
        }
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "Standard input" : path
    }
}
