import ChannelsProtocol

extension FilterParser {
    /// The position is after `data`.
    mutating func valueQuestion(from start: Int) throws(EventFilterError) -> FilterTerm {
        let path = try self.path()
        let name = self.text(from: start)
        guard let comparison = self.takeOperator() else {
            throw self.error(.pathWithoutComparison(name), at: start..<self.position)
        }
        if comparison == .pattern, self.current == "/" {
            return .value(path, .pattern(.expression(try self.expression())))
        }
        let value = try self.word()
        if value.isEmpty && !value.isQuoted {
            throw self.error(.emptyValue(name + comparison.rawValue), at: start..<self.position)
        }
        if comparison == .pattern { return .value(path, .pattern(value.wholePattern)) }
        return .value(path, .compare(comparison, try self.operand(value, comparison)))
    }

    private func operand(
        _ value: FilterText, _ comparison: FilterOperator
    ) throws(EventFilterError) -> DataTest.Operand {
        if !value.isQuoted {
            if let number = DataTest.Number(value.text) { return .number(number) }
            if comparison.isOrder { throw self.error(.notANumber(value.text), at: value.range) }
        }
        return DataTest.Operand(value)
    }

    mutating func path() throws(EventFilterError) -> DataPath {
        var path = DataPath()
        while true {
            let start = self.position
            if self.take(".") {
                path.steps.append(.member(try self.memberName(from: start)))
            } else if self.take("[") {
                path.steps.append(.element(try self.index(from: start)))
            } else {
                return path
            }
        }
    }

    private mutating func memberName(from start: Int) throws(EventFilterError) -> String {
        if self.current == "\"" { return try self.quotation() }
        let begin = self.position
        while let character = self.current, !DataPath.endsName(character) { self.position += 1 }
        if self.position == begin { throw self.error(.pathStep, at: start..<(start + 1)) }
        return self.text(from: begin)
    }

    private mutating func index(from start: Int) throws(EventFilterError) -> Int {
        let begin = self.position
        while let character = self.current, ("0"..."9").contains(character) { self.position += 1 }
        let digits = self.text(from: begin)
        guard let index = Int(digits), self.take("]") else {
            throw self.error(.pathStep, at: start..<max(self.position, start + 1))
        }
        return index
    }
}
