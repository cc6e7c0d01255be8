import ChannelsPOSIX

/// Reads a file that somebody named. Only regular files, because pipes and devices may never end;
/// only up to a limit; and only while the file system answers.
///
/// Every file of a user is opened here. A reader elsewhere would need these rules again.
package enum UserFile {
    package struct Contents: Sendable {
        package let bytes: [UInt8]
        package let mode: UInt32
        package let owner: UInt32
    }

    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case missing
        case system(Int32)
        case notRegular
        case sharedWithOthers
        case tooLarge(limit: Int)
        case stalled

        package var description: String {
            switch self {
            case .missing: "no such file"
            case .system(let code): FileProblem.systemReason(code)
            case .notRegular: "not a regular file"
            case .sharedWithOthers: "other users can read or change it: run chmod 600"
            case .tooLarge(let limit):
                "larger than " + (limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB")
            case .stalled: "its file system does not answer"
            }
        }
    }

    /// Blocks the calling thread, but for less than a second without progress.
    ///
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - isPrivate: whether only its owner may be able to access it, as ssh requires for keys.
    package static func read(
        _ path: String, limit: Int, isPrivate: Bool = false
    ) throws(Failure) -> Contents {
        try Self.patiently { step throws(Failure) in
            let (descriptor, status) = try Self.opened(path, isPrivate: isPrivate)
            defer { close(descriptor) }
            guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
            let bytes = try Self.bytes(of: descriptor, limit: limit, step)
            return Contents(bytes: bytes, mode: UInt32(status.st_mode), owner: status.st_uid)
        }
    }

    /// For a file that is read in parts; the caller closes the descriptor.
    package static func open(_ path: String) throws(Failure) -> Int32 {
        try Self.patiently { _ throws(Failure) in try Self.opened(path, isPrivate: false).0 }
    }

    /// Everything up to the end, for standard input.
    package static func bytes(
        of descriptor: Int32, limit: Int, _ step: () -> Void = {}
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                ChannelsPOSIX.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            bytes += chunk.prefix(count)
            // It may grow while it is read.
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            step()
        }
    }

    private static func opened(
        _ path: String, isPrivate: Bool
    ) throws(Failure) -> (Int32, stat) {
        // A pipe without a writer opens at once, and a terminal does not become ours.
        let descriptor = ChannelsPOSIX.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(errno)
        }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        let isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        guard isRegular, !isPrivate || status.st_mode & 0o077 == 0 else {
            close(descriptor)
            throw isRegular ? .sharedWithOthers : .notRegular
        }
        return (descriptor, status)
    }

    private static func patiently<Answer: Sendable>(
        _ work: @escaping @Sendable (_ step: () -> Void) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let call = PatientCall<Result<Answer, Failure>> { step in
            do throws(Failure) { return .success(try work(step)) } catch { return .failure(error) }
        }
        guard let result = call.wait() else { throw .stalled }
        return try result.get()
    }
}
