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
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ValidationError(FileProblem.cannot(.read, path, option: option))
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ValidationError(
                    FileProblem.cannot(
                        .read, path == "-" ? "standard input" : path, option: option))
            }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= self.sizeLimit else {
                throw ValidationError("\(self.name(path)) is larger than 256 MiB.")
            }
        }
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "Standard input" : path
    }
}
