internal import Glibc

package enum ProcessEnvironment {
    /// Such as `HOME=/root` (environ(7)).
    package static var entries: [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(String(cString: entry))
            next += 1
        }
        return entries
    }
}
