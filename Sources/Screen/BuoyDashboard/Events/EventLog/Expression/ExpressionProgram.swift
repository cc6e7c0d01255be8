/// A nondeterministic automaton over bytes, as a list of instructions.
struct ExpressionProgram: Sendable {
    enum Instruction: Sendable {
        case byte(ByteSet, next: Int)
        case either(Int, Int)
        case start(next: Int), end(next: Int)
        case found
    }

    private(set) var instructions: [Instruction] = [.found]
    private(set) var entry = 0
    /// Repetitions of nothing create no instructions, but take time.
    private var work = 0

    /// Bounds the time per byte of text.
    static let sizeLimit = 2000

    init(_ syntax: ExpressionSyntax) throws(ExpressionError) {
        self.entry = try self.translate(syntax, to: 0)
    }

    /// Adds instructions that continue at `next`.
    /// - Returns: the first of them.
    private mutating func translate(
        _ syntax: ExpressionSyntax, to next: Int
    ) throws(ExpressionError) -> Int {
        self.work += 1
        guard self.work <= 10 * Self.sizeLimit else { throw Self.tooLarge }
        switch syntax {
        case .empty: return next
        case .start: return try self.add(.start(next: next))
        case .end: return try self.add(.end(next: next))
        case .one(let set): return try self.translate(set, to: next)
        case .sequence(let parts):
            var entry = next
            for part in parts.reversed() { entry = try self.translate(part, to: entry) }
            return entry
        case .choice(let options):
            var entries: [Int] = []
            for option in options { entries.append(try self.translate(option, to: next)) }
            return try self.any(of: entries)
        case .repetition(let part, let low, let high):
            var entry = try self.rest(of: part, atMost: high.map { $0 - low }, to: next)
            for _ in 0..<low { entry = try self.translate(part, to: entry) }
            return entry
        }
    }

    private mutating func rest(
        of part: ExpressionSyntax, atMost count: Int?, to next: Int
    ) throws(ExpressionError) -> Int {
        guard let count else {
            let loop = try self.add(.either(next, next))
            self.instructions[loop] = .either(try self.translate(part, to: loop), next)
            return loop
        }
        var entry = next
        for _ in 0..<count {
            entry = try self.add(.either(try self.translate(part, to: entry), next))
        }
        return entry
    }

    private mutating func translate(
        _ set: ScalarSet, to next: Int
    ) throws(ExpressionError) -> Int {
        var single = ByteSet()
        var entries: [Int] = []
        for range in set.ranges {
            if set.holdsAllBeyondASCII && range.upperBound > 0x7F {
                single.insert(0xC0...0xFF)
                guard range.lowerBound < 0x80 else { continue }
                single.insert(UInt8(truncatingIfNeeded: range.lowerBound)...0x7F)
                continue
            }
            for sequence in UTF8Ranges.sequences(for: range) {
                if sequence.count == 1 {
                    single.insert(sequence[0])
                } else {
                    entries.append(try self.translate(sequence, to: next))
                }
            }
        }
        if single != ByteSet() {
            let behind = set.holdsAllBeyondASCII ? try self.continuation(to: next) : next
            entries.append(try self.add(.byte(single, next: behind)))
        }
        // An empty set never matches.
        return try entries.isEmpty ? self.add(.byte(ByteSet(), next: next)) : self.any(of: entries)
    }

    private mutating func translate(
        _ sequence: UTF8Ranges.Sequence, to next: Int
    ) throws(ExpressionError) -> Int {
        var entry = next
        for range in sequence.reversed() {
            entry = try self.add(.byte(ByteSet(range), next: entry))
        }
        return entry
    }

    /// All bytes that continue a character: simpler than distinguishing their number, and tolerates
    /// invalid UTF-8.
    private mutating func continuation(to next: Int) throws(ExpressionError) -> Int {
        let loop = try self.add(.either(next, next))
        let byte = try self.add(.byte(ByteSet(0x80...0xBF), next: loop))
        self.instructions[loop] = .either(byte, next)
        return loop
    }

    private mutating func any(of entries: [Int]) throws(ExpressionError) -> Int {
        var entry = entries.last ?? 0
        for other in entries.dropLast().reversed() { entry = try self.add(.either(other, entry)) }
        return entry
    }

    private mutating func add(_ instruction: Instruction) throws(ExpressionError) -> Int {
        guard self.instructions.count < Self.sizeLimit else { throw Self.tooLarge }
        self.instructions.append(instruction)
        return self.instructions.count - 1
    }

    private static var tooLarge: ExpressionError {
        ExpressionError(position: 0, length: 0, reason: .stateLimit)
    }
}

struct ByteSet: Hashable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    init() {}

    init(_ range: ClosedRange<UInt8>) { self.insert(range) }

    func contains(_ byte: UInt8) -> Bool {
        self.words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
    }

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in range { self.words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }
}
