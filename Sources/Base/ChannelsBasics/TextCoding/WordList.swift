extension BidirectionalCollection<String> {
    package func listed(_ conjunction: String = "or") -> String {
        guard let last = self.last, self.count > 1 else { return self.first ?? "" }
        return "\(self.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
