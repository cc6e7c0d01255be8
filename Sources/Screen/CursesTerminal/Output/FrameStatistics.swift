/// Statistics of frames, for examining the program itself.
package struct FrameStatistics: Hashable, Sendable {
    /// The number of frames written, including those without differences.
    package internal(set) var shown = 0

    /// How many times the terminal could not accept a frame.
    package internal(set) var skipped = 0

    /// The number of rows that differed in the last frame.
    package internal(set) var changedRows = 0

    /// The number of cells passed to ncurses in the last frame: from the first to the last
    /// difference in each row. ncurses writes fewer if possible.
    package internal(set) var changedCells = 0
}
