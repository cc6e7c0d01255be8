/// The frames of a screen that is being recorded, for a moving picture.
package struct ScreenFilm: Sendable {
    private var frames: [ScreenAnimation.Frame] = []
    private var last: (canvas: Canvas, start: Duration)?

    /// A picture with more takes a browser too long.
    package static let mostFrames = 300

    /// A frame that another one follows sooner is left out.
    private static let shortest = Duration.milliseconds(100)

    /// The last frame can be read before the picture starts again.
    private static let ending = Duration.seconds(2)

    package init() {}

    package var isFull: Bool { self.frames.count >= Self.mostFrames }

    /// - Parameter time: of any clock that only moves forward.
    package mutating func add(_ canvas: Canvas, at time: Duration) {
        guard let last = self.last else {
            self.last = (canvas, time)
            return
        }
        let isShort = time - last.start < Self.shortest
        if !isShort { self.append(last.canvas, for: time - last.start) }
        self.last = (canvas, isShort ? last.start : time)
    }

    /// - Parameter title: what the picture shows, for screen readers.
    package func svg(theme: Theme, title: String, until end: Duration) -> String {
        var film = self
        if let last { film.append(last.canvas, for: max(end - last.start, Self.ending)) }
        return ScreenAnimation(
            film.frames, still: max(film.frames.count - 1, 0), theme: theme, title: title
        ).svg
    }

    private mutating func append(_ canvas: Canvas, for time: Duration) {
        let milliseconds = Int(time / .milliseconds(1))
        self.frames.append(
            ScreenAnimation.Frame(
                canvas, "buoy", milliseconds: milliseconds, after: self.frames.last))
    }
}
