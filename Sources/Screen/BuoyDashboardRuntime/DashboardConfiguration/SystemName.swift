import ChannelsBasics
import Glibc

package enum SystemName {
    static var text: String {
        var kernel = utsname()
        uname(&kernel)
        let words = [kernel.sysname, kernel.release, kernel.machine].map(Self.text)
        return ([Distribution.name].compactMap(\.self) + [words.joined(separator: " ")])
            .joined(separator: ", ")
    }

    /// `utsname` has arrays in C and tuples here.
    private static func text<Field>(of field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
