import Glibc
import TOMLFiles

/// The name of the operating system, for bug reports.
package enum SystemName {
    /// The distribution, the kernel and the architecture.
    package static var text: String {
        var kernel = utsname()
        uname(&kernel)
        let words = [kernel.sysname, kernel.release, kernel.machine].map(Self.text)
        let distribution = (try? FileText.read("/etc/os-release")).flatMap {
            Self.prettyName(in: $0.text)
        }
        return ([distribution].compactMap(\.self) + [words.joined(separator: " ")])
            .joined(separator: ", ")
    }

    /// The display name in the text of `os-release(5)`.
    static func prettyName(in text: String) -> String? {
        let key = "PRETTY_NAME="
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.map { String($0.dropFirst(key.count).filter { $0 != "\"" }) }
    }

    /// A field of `utsname`, which is an array in C and a tuple here.
    private static func text<Field>(of field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
