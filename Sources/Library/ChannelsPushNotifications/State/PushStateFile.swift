import ChannelsBasics

/// Only one client uses it at a time.
struct PushStateFile: Sendable {
    let path: String
    private let lock: FileLock

    /// In bytes; three times that of a device with every interest.
    private static let sizeLimit = 4 << 20

    init(_ path: String) throws(PushError) {
        let path = AtomicFile.resolved(path)
        try Self.refuseForeign(path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        do { try AtomicFile.makeFolder(folder) } catch {
            throw .stateFile("The folder \(folder) cannot be created: \(error.description).")
        }
        do {
            self.lock = try FileLock(path + ".lock")
        } catch {
            switch error {
            case .held:
                throw .stateFile(
                    "\(path) is in use by another push client: stop it first, or choose another "
                        + "file.")
            case .impossible(let reason):
                throw .stateFile("\(path).lock cannot be created: \(reason).")
            }
        }
        self.path = path
    }

    /// Before anything is left beside a file of another program.
    private static func refuseForeign(_ path: String) throws(PushError) {
        guard let bytes = try? Self.bytes(path) else { return }
        do { _ = try PushState(text: bytes) } catch .foreign(let reason) {
            throw Self.failure(path, .foreign(reason))
        } catch {}
    }

    struct Reading {
        var state: PushState?
        /// A sentence about a file that was renamed, so that it is neither used nor overwritten.
        var damage: String?
    }

    func read() throws(PushError) -> Reading {
        let bytes = try Self.bytes(self.path)
        guard let bytes else { return Reading() }
        do {
            return Reading(state: try PushState(text: bytes))
        } catch .damaged(let reason) {
            let sentence = Self.sentence(self.path, damaged: reason)
            guard let aside = AtomicFile.putAside(self.path) else {
                throw .stateFile("\(sentence). Move it away, and register the device again.")
            }
            return Reading(
                damage: "\(sentence). It is kept as \(aside); register the device again.")
        } catch {
            throw Self.failure(self.path, error)
        }
    }

    func load() throws(PushError) -> PushState? {
        let reading = try self.read()
        if let damage = reading.damage { throw .stateFile(damage) }
        return reading.state
    }

    func save(_ state: PushState) throws(PushError) {
        do { try AtomicFile.write(state.text, to: self.path, isLocked: true) } catch {
            throw .stateFile("\(self.path) cannot be written: \(error.description).")
        }
    }

    /// Another client may be using the file. Nothing is changed.
    static func read(_ path: String) throws(PushError) -> PushState? {
        guard let bytes = try Self.bytes(path) else { return nil }
        do { return try PushState(text: bytes) } catch { throw Self.failure(path, error) }
    }

    private static func bytes(_ path: String) throws(PushError) -> [UInt8]? {
        do {
            return try UserFile.read(path, limit: Self.sizeLimit, isPrivate: true).bytes
        } catch {
            switch error {
            case .missing: return nil
            case .system, .notRegular, .stalled, .tooLarge:
                throw .stateFile("\(path) cannot be read: \(error.description).")
            case .sharedWithOthers:
                throw .stateFile(
                    "Other users can read or change \(path), so it is not used: it contains the "
                        + "device token. Run: chmod 600 \(path)")
            }
        }
    }

    private static func failure(_ path: String, _ error: PushState.Unreadable) -> PushError {
        switch error {
        case .damaged(let reason):
            .stateFile(
                Self.sentence(path, damaged: reason)
                    + ". The next client that uses it keeps it as another file; register the "
                    + "device again.")
        case .foreign(let reason):
            .stateFile(
                "\(path) is not the state of a push client: \(reason). It is left as it is; choose "
                    + "another file.")
        case .laterVersion(let version):
            .stateFile(
                "\(path) was written by a newer version (\(version)): use that, or choose another "
                    + "file.")
        }
    }

    private static func sentence(_ path: String, damaged reason: String) -> String {
        "\(path) is not a valid state file: \(reason)"
    }
}
