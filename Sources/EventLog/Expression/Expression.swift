/// A regular expression, looked for anywhere in a text, upper and lower case of ASCII letters alike.
///
/// It takes time by the length of the text, whatever expression and text are: usually one step for
/// each byte, in a table; at worst one for each byte and state, of which there are
/// `ExpressionProgram.sizeLimit` at most. Nothing goes back, and nothing recurses.
package struct Expression: Sendable {
    /// The pattern as it was written, without the slashes.
    package let source: String
    /// Whether upper and lower case of letters are alike.
    package let ignoresCase: Bool
    private let program: ExpressionProgram
    /// Missing when it would have too many states.
    private let table: ExpressionTable?

    /// Reads an expression.
    package init(_ source: String, ignoresCase: Bool = true) throws(ExpressionError) {
        self.source = source
        self.ignoresCase = ignoresCase
        let characters = Array(source)
        do {
            self.program = try ExpressionProgram(
                ExpressionParser.parse(characters, ignoresCase: ignoresCase))
        } catch {
            // The size is nobody's fault but that of the whole pattern.
            guard error.reason == .stateLimit else { throw error }
            throw ExpressionError(position: 0, length: characters.count, reason: error.reason)
        }
        self.table = ExpressionTable(self.program)
    }

    /// About how many times a plain search it costs.
    package var weight: Int { self.table == nil ? max(self.program.instructions.count / 4, 2) : 1 }

    /// Whether the expression occurs.
    package func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if let table { return table.occurs(in: bytes) }
        var steps = 0
        return self.walk(bytes, steps: &steps)
    }

    /// Whether the expression occurs, found without the table.
    /// - Parameter steps: is raised by the number of instructions that were looked at.
    package func walk(_ bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool {
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
