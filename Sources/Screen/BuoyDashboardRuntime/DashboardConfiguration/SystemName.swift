import ChannelsBasics
import Glibc

/// The name of the operating system, for bug reports.
package enum SystemName {
    /// The distribution, the kernel and the architecture.
    static var text: String {
        var kernel = utsname()
        uname(&kernel)
        let words = [kernel.sysname, kernel.release, kernel.machine].map(Self.text)
        return ([Distribution.name].compactMap(\.self) + [words.joined(separator: " ")])
            .joined(separator: ", ")
    }

    /// A field of `utsname`, which is an array in C and a tuple here.
    private static func text<Field>(of field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
