import BuoyProgramSupport
package import BuoyServers
import ChannelsBasics
import Glibc

/// A sandbox that other commands on this machine can use: it writes its app's `.env` file, readable
/// only by its owner, to `$XDG_RUNTIME_DIR/buoy`, or to the state folder.
package struct RunningSandbox: Sendable {
    package let path: String
    package let process: Int
    private let lock: FileLock?

    /// Until the process ends, or `end()`.
    ///
    /// - Returns: `nil` if there is no folder for it. The sandbox works all the same.
    package static func announce(
        _ app: SandboxApp, host: String = "127.0.0.1", port: Int, usesTLS: Bool = false,
        environment: [String: String]
    ) -> RunningSandbox? {
        guard let folder = self.folder(environment),
            let text = app.environmentFile(host: host, port: port, usesTLS: usesTLS)
        else { return nil }
        let process = Int(getpid())
        let path = "\(folder)/\(Self.prefix)\(process)\(Self.suffix)"
        guard (try? AtomicFile.makeFolder(folder)) != nil,
            let lock = try? FileLock(Self.lockPath(of: path)),
            (try? AtomicFile.write(text, to: path)) != nil
        else { return nil }
        return RunningSandbox(path: path, process: process, lock: lock)
    }

    package func end() { Self.remove(self.path) }

    /// The one that started last. Files of processes that were killed are removed.
    package static func latest(environment: [String: String]) -> RunningSandbox? {
        guard let folder = self.folder(environment), let names = Folder.names(in: folder) else {
            return nil
        }
        var latest: (sandbox: RunningSandbox, start: timespec)?
        for name in names {
            guard let process = Self.process(of: name) else { continue }
            let path = "\(folder)/\(name)"
            guard FileLock.isHeld(Self.lockPath(of: path)) else {
                Self.remove(path)
                continue
            }
            var facts = stat()
            guard lstat(path, &facts) == 0, facts.st_uid == getuid() else { continue }
            if let known = latest?.start, !known.isBefore(facts.st_mtim) { continue }
            latest = (
                RunningSandbox(path: path, process: process, lock: nil), facts.st_mtim
            )
        }
        return latest?.sandbox
    }

    private static let prefix = "sandbox-"
    private static let suffix = ".env"

    private static func lockPath(of path: String) -> String { path + ".lock" }

    private static func process(of name: String) -> Int? {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
        return Int(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
    }

    private static func remove(_ path: String) {
        unlink(path)
        unlink(Self.lockPath(of: path))
    }

    private static func folder(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            return folder + "/buoy"
        }
        return StateFolder.path(environment: environment).map { $0 + "/run" }
    }
}

extension timespec {
    fileprivate func isBefore(_ other: timespec) -> Bool {
        (self.tv_sec, self.tv_nsec) < (other.tv_sec, other.tv_nsec)
    }
}
