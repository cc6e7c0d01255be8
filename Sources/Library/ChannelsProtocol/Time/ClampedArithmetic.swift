extension FixedWidthInteger where Self: SignedInteger {
    /// For numbers that a peer or a file chooses: a trap would let it end the program, and a sum
    /// that wraps around would be untrue.
    package func addingClamped(_ other: Self) -> Self {
        let (sum, isBeyond) = self.addingReportingOverflow(other)
        return isBeyond ? (other < 0 ? .min : .max) : sum
    }

    package func subtractingClamped(_ other: Self) -> Self {
        let (difference, isBeyond) = self.subtractingReportingOverflow(other)
        return isBeyond ? (other < 0 ? .max : .min) : difference
    }

    package mutating func addClamped(_ other: Self) { self = self.addingClamped(other) }
}
