import Foundation

/// What this process holds of the system (proc(5)).
struct ProcessSize {
    var descriptors: Int
    var threads: Int
    var mebibytes: Double

    static func now() -> ProcessSize {
        ProcessSize(
            descriptors: Self.entries(of: "/proc/self/fd"),
            threads: Self.entries(of: "/proc/self/task"), mebibytes: Usage.residentMebibytes)
    }

    var text: String {
        "\(self.descriptors) descriptors, \(self.threads) threads, "
            + "\(self.mebibytes.rounded(to: 1)) MiB"
    }

    private static func entries(of directory: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: directory))?.count ?? 0
    }
}
