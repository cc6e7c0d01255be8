/// What became of frames, for those who look into the program's own work.
package struct FrameStatistics: Hashable, Sendable {
    /// Frames that were written, also those in which nothing differed.
    package internal(set) var shown = 0

    /// Times the terminal was asked whether it takes a frame and did not.
    package internal(set) var skipped = 0

    /// Rows of the last frame in which something differed.
    package internal(set) var changedRows = 0

    /// Cells of the last frame that were handed to ncurses: from the first that differs to the last
    /// one in each row. ncurses writes fewer where it can.
    package internal(set) var changedCells = 0
}
