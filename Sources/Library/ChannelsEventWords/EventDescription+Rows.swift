import ChannelsProtocol

extension EventDescription {
    /// The code comes first and the cause before the states, because the end of a row may be cut.
    package var rowText: String {
        let code = self.rowCode ?? self.code.map { "\($0)" } ?? ""
        let name = self.isSelfExplaining ? "" : self.name.without(code)
        let label = self.channel == nil ? "" : self.channelLabel
        let sentence = self.makeRowSentence?() ?? self.sentence
        let head = [code, label, name].filter { !$0.isEmpty }.joined(separator: " ")
        if head.isEmpty || sentence.isEmpty { return head + sentence }
        return head + (code.isEmpty || name.isEmpty ? " " : ": ") + sentence
    }
}

extension String {
    fileprivate func without(_ code: String) -> String {
        let isEnd = !code.isEmpty && self.hasSuffix(" \(code)")
        return isEnd ? String(self.dropLast(code.count + 1)) : self
    }
}
