struct ExpressionPlaces {
    private let program: ExpressionProgram
    private(set) var waiting: [Int] = []
    private(set) var isFound = false
    private(set) var steps = 0
    private var rounds: [Int]
    private var round = 1
    private var pending: [Int] = []

    init(_ program: ExpressionProgram) {
        self.program = program
        self.rounds = Array(repeating: 0, count: program.instructions.count)
    }

    mutating func removeAll() {
        self.waiting.removeAll(keepingCapacity: true)
        self.isFound = false
        self.round += 1
    }

    /// Reuses the memory of the other array.
    mutating func swapWaiting(with other: inout [Int]) {
        swap(&self.waiting, &other)
    }

    /// Visits an instruction, and those after it until a byte is needed. Each is visited once per
    /// round, so a round takes time proportional to the size of the program.
    mutating func insert(_ instruction: Int, isAtStart: Bool = false, isAtEnd: Bool = false) {
        self.pending.append(instruction)
        while let place = self.pending.popLast() {
            guard self.rounds[place] != self.round else { continue }
            self.rounds[place] = self.round
            self.steps += 1
            switch self.program.instructions[place] {
            case .byte: self.waiting.append(place)
            case .either(let first, let second):
                self.pending.append(second)
                self.pending.append(first)
            case .start(let next): if isAtStart { self.pending.append(next) }
            case .end(let next):
                if isAtEnd { self.pending.append(next) } else { self.waiting.append(place) }
            case .found: self.isFound = true
            }
        }
    }

    /// The entry is included, because an expression may start anywhere in the text.
    mutating func advance(from places: [Int], over byte: UInt8) {
        self.removeAll()
        for place in places {
            self.steps += 1
            if case .byte(let set, let next) = self.program.instructions[place],
                set.contains(byte)
            {
                self.insert(next)
            }
        }
        self.insert(self.program.entry)
    }

    mutating func finish(from places: [Int], isAtStart: Bool) {
        self.removeAll()
        for place in places {
            if case .end(let next) = self.program.instructions[place] {
                self.insert(next, isAtStart: isAtStart, isAtEnd: true)
            }
        }
    }
}
