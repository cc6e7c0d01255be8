import Glibc

/// Files below `/proc`, in which the kernel tells about the process (proc(5)).
package enum ProcFile {
    /// The text of a file; empty if it cannot be read.
    package static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while text.count < Self.limit {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            text += piece[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// More than any of these files has on a machine of a thousand cores.
    private static let limit = 1 << 20
}
