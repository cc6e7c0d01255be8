package enum Distribution {
    /// Such as `Debian GNU/Linux 13 (trixie)`; `nil` if the system does not say.
    package static var name: String? { self.name(inRelease: SystemFile.text("/etc/os-release")) }

    static func name(inRelease text: String) -> String? {
        let key = "PRETTY_NAME="
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.map { String($0.dropFirst(key.count).filter { $0 != "\"" }) }
    }
}
