/// A regular expression as a deterministic automaton: one look into a table for each byte.
struct ExpressionTable: Sendable {
    /// Bytes that the expression does not tell apart have the same class.
    private let classes: [UInt8]
    /// Where the row of the next state begins, by row and class. The first row is the state that
    /// nothing leads out of, the second one that the expression was found.
    private let rows: [UInt32]
    private let width: UInt32
    private let start: UInt32
    /// By state: whether the expression was found when the text ends here.
    private let isFoundAtEnd: [Bool]

    /// The most states; 64 kB or less for most expressions.
    private static let stateLimit = 512
    /// The most instructions to look at while it is made: some milliseconds.
    private static let stepLimit = 500_000

    /// Whether the expression occurs. Takes one step for each byte at most.
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
    /// Makes the table; `nil` when it would be too large, as it is for some small expressions.
    init?(_ program: ExpressionProgram) {
        let classes = ByteClasses(program)
        guard let states = States(program, classes) else { return nil }
        self.classes = classes.numbers
        self.width = UInt32(classes.examples.count)
        self.rows = states.next.map { UInt32($0) * UInt32(classes.examples.count) }
        self.start = UInt32(states.start) * self.width
        self.isFoundAtEnd = states.isFoundAtEnd
    }

    /// Which bytes a program tells apart.
    private struct ByteClasses {
        var numbers = [UInt8](repeating: 0, count: 256)
        /// A byte of each class.
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

    /// The states, each a set of places of the program, found by trying every class on each.
    private struct States {
        /// By state and class. State 0 leads nowhere, in state 1 the expression was found.
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
            // Not among the known ones: only here the text may have ended where it began.
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

        /// The state that the places are.
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
