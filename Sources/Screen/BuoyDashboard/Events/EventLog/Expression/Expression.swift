/// A regular expression that is searched for in a string, ignoring the case of ASCII letters by
/// default.
///
/// Linear in the length of the text, whatever the expression: usually one table lookup per byte, at
/// worst one step per byte and state. There is no backtracking and no recursion.
package struct Expression: Sendable {
    let source: String
    let ignoresCase: Bool
    private let program: ExpressionProgram
    /// `nil` if there would be too many states.
    private let table: ExpressionTable?

    init(_ source: String, ignoresCase: Bool = true) throws(ExpressionError) {
        self.source = source
        self.ignoresCase = ignoresCase
        let characters = Array(source)
        do {
            self.program = try ExpressionProgram(
                ExpressionParser.parse(characters, ignoresCase: ignoresCase))
        } catch {
            // The size cannot be attributed to a part of the pattern.
            guard error.reason == .stateLimit else { throw error }
            throw ExpressionError(position: 0, length: characters.count, reason: error.reason)
        }
        self.table = ExpressionTable(self.program)
    }

    /// In plain searches.
    var weight: Int { self.table == nil ? max(self.program.instructions.count / 4, 2) : 1 }

    func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if let table { return table.occurs(in: bytes) }
        var steps = 0
        return self.walk(bytes, steps: &steps)
    }

    /// Matches without the table.
    /// - Parameter steps: incremented by the number of instructions visited.
    func walk(_ bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool {
        var places = ExpressionPlaces(self.program)
        defer { steps += places.steps }
        places.insert(self.program.entry, isAtStart: true)
        var waiting = places.waiting
        for byte in bytes {
            if places.isFound { return true }
            places.advance(from: waiting, over: byte)
            if places.waiting.isEmpty && !places.isFound { return false }
            places.swapWaiting(with: &waiting)
        }
        if places.isFound { return true }
        places.finish(from: waiting, isAtStart: bytes.isEmpty)
        return places.isFound
    }
}

extension Expression: Hashable {
    package static func == (left: Expression, right: Expression) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8) && left.ignoresCase == right.ignoresCase
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.source) }
}
