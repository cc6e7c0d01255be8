extension Duration {
    /// The duration for a sentence: `10 s`, `2.5 s`, `250 ms`; less than a millisecond is `0 ms`.
    package var inWords: String {
        let milliseconds = self.clampedNanoseconds / 1_000_000
        let sign = milliseconds < 0 ? "-" : ""
        let size = milliseconds.magnitude
        guard size >= 1000 else { return "\(sign)\(size) ms" }
        let tenths = size % 1000 / 100
        return "\(sign)\(size / 1000)\(tenths == 0 ? "" : ".\(tenths)") s"
    }
}
