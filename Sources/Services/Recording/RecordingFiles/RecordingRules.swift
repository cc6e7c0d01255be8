/// When a recording begins a new file, and how many files are kept.
package struct RecordingRules: Hashable, Sendable {
    /// The size at which the next file is begun, in bytes; `nil` for no limit.
    package var sizeLimit: Int?
    /// The age at which the next file is begun; `nil` for no limit.
    package var ageLimit: Duration?
    /// How many files are kept, with the one that is being written; `nil` for all.
    package var fileLimit: Int?

    /// Creates rules; by default, a recording is one file.
    package init(sizeLimit: Int? = nil, ageLimit: Duration? = nil, fileLimit: Int? = nil) {
        self.sizeLimit = sizeLimit
        self.ageLimit = ageLimit
        self.fileLimit = fileLimit
    }

    /// Whether a file of this size and age is finished.
    func isFull(bytes: Int, age: Duration) -> Bool {
        if let sizeLimit, bytes >= sizeLimit { return true }
        if let ageLimit, age >= ageLimit { return true }
        return false
    }
}
