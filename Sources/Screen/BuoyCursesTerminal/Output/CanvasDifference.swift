import BuoyTextScreen

enum CanvasDifference {
    /// From the first to the last cell that differs, with both halves of a wide character. Without
    /// an old canvas of the same size, the whole row.
    static func changedColumns(of y: Int, from old: Canvas?, to new: Canvas) -> Range<Int>? {
        let row = new.row(y)
        guard let old, old.size == new.size else {
            return row.isEmpty ? nil : 0..<row.count
        }
        let before = old.row(y)
        guard let first = zip(before, row).enumerated().first(where: { $1.0 != $1.1 })?.offset
        else {
            return nil
        }
        var start = first
        var end = row.count
        while end > start + 1,
            before[before.endIndex - 1 - (row.count - end)] == row[row.startIndex + end - 1]
        {
            end -= 1
        }
        if row[row.startIndex + start].span == .continuation, start > 0 {
            start -= 1
        }
        if end < row.count, row[row.startIndex + end].span == .continuation {
            end += 1
        }
        return start..<end
    }
}
