import ArgumentParser
import BuoyProgramSupport
import ChannelsBasics
import Glibc

/// Where the device's token comes from. Never an argument, because other users can see arguments.
enum TokenSource {
    static let variable = SecretVariable.pushToken
    private static let limit = 8192

    /// From a file, from standard input if the file is `-`, or from the environment.
    static func token(file: String?, environment: [String: String]) throws -> String {
        if file == "-" { return try Self.fromStandardInput() }
        if let file { return try SecretFile.read(file, option: "--token-file") }
        if let token = Self.variable.value(in: environment) { return token }
        throw ValidationError(
            "The token is missing: use --token-file FILE, --token-file - for standard input, or set "
                + "\(Self.variable.rawValue).")
    }

    private static func fromStandardInput() throws -> String {
        var line: [UInt8] = []
        while line.count < Self.limit {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ValidationError(
                    FileProblem.cannot(.read, "standard input", option: "--token-file"))
            }
            guard count > 0, byte != 0x0A else { break }
            if byte != 0x0D { line.append(byte) }
        }
        guard !line.isEmpty else {
            throw ValidationError("Standard input is empty: it must contain the token.")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
