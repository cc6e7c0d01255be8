/// The distribution of the operating system.
package enum Distribution {
    /// Its name for people, such as `Debian GNU/Linux 13 (trixie)`; `nil` if it does not say.
    package static var name: String? { self.name(inRelease: SystemFile.text("/etc/os-release")) }

    /// The display name in the text of `os-release(5)`.
    static func name(inRelease text: String) -> String? {
        let key = "PRETTY_NAME="
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.map { String($0.dropFirst(key.count).filter { $0 != "\"" }) }
    }
}
