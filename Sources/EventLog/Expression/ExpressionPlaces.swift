/// The instructions at which a program waits for the next byte, all at once.
struct ExpressionPlaces {
    private let program: ExpressionProgram
    /// Instructions that wait for a byte or for the end.
    private(set) var waiting: [Int] = []
    /// Whether the expression was found on the way.
    private(set) var isFound = false
    /// How many instructions were looked at since the beginning.
    private(set) var steps = 0
    /// In which round an instruction was looked at last.
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

    /// Hands over the waiting instructions, and takes the memory of others for the next ones.
    mutating func swapWaiting(with other: inout [Int]) {
        swap(&self.waiting, &other)
    }

    /// Goes to an instruction, and on from there until a byte is needed. Each instruction is looked
    /// at once in a round, so a round takes time by the length of the program.
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

    /// Becomes the places after a byte. An expression may begin anywhere in the text, so its entry
    /// is among them.
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

    /// Becomes the places at the end of the text; only whether the expression was found counts.
    mutating func finish(from places: [Int], isAtStart: Bool) {
        self.removeAll()
        for place in places {
            if case .end(let next) = self.program.instructions[place] {
                self.insert(next, isAtStart: isAtStart, isAtEnd: true)
            }
        }
    }
}
