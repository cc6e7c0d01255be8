/// A deterministic automaton, with one table lookup per byte.
struct ExpressionTable: Sendable {
    /// By byte. Bytes that the expression does not distinguish have the same class.
    private let classes: [UInt8]
    /// The start of the next state's row, by row and class. The first row is the state that cannot
    /// be left, the second the one in which the expression was found.
    private let rows: [UInt32]
    private let width: UInt32
    private let start: UInt32
    /// For each state, whether the expression has been found if the text ends there.
    private let isFoundAtEnd: [Bool]

    /// Most tables need at most 64 kB.
    private static let stateLimit = 512
    /// Instructions visited while building the table: a few milliseconds.
    private static let stepLimit = 500_000

    func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var row = self.start
        if row == self.width { return true }
        let isDecided = self.rows.withUnsafeBufferPointer { rows in
            self.classes.withUnsafeBufferPointer { classes in
                for byte in bytes {
                    row = rows[Int(row &+ UInt32(classes[Int(byte)]))]
                    if row <= self.width { return true }
                }
                return false
            }
        }
        return isDecided ? row == self.width : self.isFoundAtEnd[Int(row / self.width)]
    }
}

extension ExpressionTable {
    /// `nil` if the table would be too large, which is possible even for small expressions.
    init?(_ program: ExpressionProgram) {
        let classes = ByteClasses(program)
        guard let states = States(program, classes) else { return nil }
        self.classes = classes.numbers
        self.width = UInt32(classes.examples.count)
        self.rows = states.next.map { UInt32($0) * UInt32(classes.examples.count) }
        self.start = UInt32(states.start) * self.width
        self.isFoundAtEnd = states.isFoundAtEnd
    }

    private struct ByteClasses {
        var numbers = [UInt8](repeating: 0, count: 256)
        var examples: [UInt8] = []

        init(_ program: ExpressionProgram) {
            var sets: Set<ByteSet> = []
            for case .byte(let set, _) in program.instructions { sets.insert(set) }
            for set in sets { self.split(by: set) }
            self.examples = Array(repeating: 0, count: Int(self.numbers.max() ?? 0) + 1)
            for byte in UInt8.min...UInt8.max { self.examples[Int(self.numbers[Int(byte)])] = byte }
        }

        private mutating func split(by set: ByteSet) {
            var numbers: [Int: UInt8] = [:]
            for byte in UInt8.min...UInt8.max {
                let key = Int(self.numbers[Int(byte)]) * 2 + (set.contains(byte) ? 1 : 0)
                let number = numbers[key] ?? UInt8(truncatingIfNeeded: numbers.count)
                numbers[key] = number
                self.numbers[Int(byte)] = number
            }
        }
    }

    /// Each state is a set of places in the program, found by applying every class to each state.
    private struct States {
        /// By state and class. State 0 cannot be left; in state 1 the expression was found.
        var next: [UInt16]
        var isFoundAtEnd = [false, true]
        var start: UInt16 = 1
        private var known: [[Int]: UInt16] = [:]
        private var waiting: [[Int]] = [[], []]
        private var places: ExpressionPlaces

        init?(_ program: ExpressionProgram, _ classes: ByteClasses) {
            self.places = ExpressionPlaces(program)
            self.next = classes.examples.map { _ in 0 } + classes.examples.map { _ in 1 }
            self.places.insert(program.entry, isAtStart: true)
            guard !self.places.isFound else { return }
            // A separate state, because only here may the text have ended where it started.
            self.start = self.add(self.places.waiting, isAtStart: true)

            var state = Int(self.start)
            while state < self.waiting.count {
                for byte in classes.examples {
                    self.places.advance(from: self.waiting[state], over: byte)
                    self.next.append(self.number())
                    guard self.waiting.count <= ExpressionTable.stateLimit,
                        self.places.steps <= ExpressionTable.stepLimit
                    else { return nil }
                }
                state += 1
            }
        }

        private mutating func number() -> UInt16 {
            if self.places.isFound { return 1 }
            if self.places.waiting.isEmpty { return 0 }
            let key = self.places.waiting.sorted()
            if let number = self.known[key] { return number }
            let number = self.add(key, isAtStart: false)
            self.known[key] = number
            return number
        }

        private mutating func add(_ waiting: [Int], isAtStart: Bool) -> UInt16 {
            self.waiting.append(waiting)
            self.places.finish(from: waiting, isAtStart: isAtStart)
            self.isFoundAtEnd.append(self.places.isFound)
            return UInt16(truncatingIfNeeded: self.waiting.count - 1)
        }
    }
}
