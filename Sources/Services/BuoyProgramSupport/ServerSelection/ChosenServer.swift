import ArgumentParser
import ChannelsBasics
import Glibc

/// The server that `buoy server use` chose, as a word in a file of the state folder.
package enum ChosenServer {
    private static func path(_ environment: [String: String]) throws -> String {
        guard let folder = StateFolder.path(environment: environment) else {
            throw ProgramFailure(
                .failed, "The choice cannot be saved: neither HOME nor XDG_STATE_HOME is a folder.")
        }
        return folder + "/server"
    }

    /// `nil` if none is chosen, or the file cannot be read.
    package static func word(_ environment: [String: String]) -> String? {
        guard let path = try? Self.path(environment),
            let contents = try? UserFile.read(path, limit: 4096)
        else { return nil }
        let word = String(decoding: contents.bytes, as: UTF8.self).trimmed
        return word.isEmpty ? nil : word
    }

    /// Files are kept by their absolute paths.
    package static func choose(_ subject: ServerSubject, _ environment: [String: String]) throws {
        let word =
            switch subject {
            case .name(let name): name
            case .address(let text): text
            case .sandbox: "sandbox"
            case .file(let path): path.hasPrefix("/") ? path : "\(Environment.folder)/\(path)"
            }
        let path = try Self.path(environment)
        do { try AtomicFile.write(word + "\n", to: path) } catch {
            throw ProgramFailure(.failed, "The choice cannot be saved: \(error.description).")
        }
    }

    package static func forget(_ environment: [String: String]) throws {
        let path = try Self.path(environment)
        guard unlink(path) != 0, errno != ENOENT else { return }
        throw ProgramFailure(.failed, "\(path) cannot be removed.")
    }
}
