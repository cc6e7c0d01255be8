internal import Glibc

enum SystemFile {
    static func text(_ path: String) -> String {
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

    /// Larger than any of these files on a machine with a thousand cores.
    private static let limit = 1 << 20

    /// Names that are numbers: processes or open descriptors; `nil` if unreadable.
    static func numbers(in path: String) -> [Int32]? {
        Folder.names(in: path)?.compactMap { Int32($0) }
    }
}
