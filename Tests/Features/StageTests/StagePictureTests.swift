import DashboardTesting
import Stage
import Testing

/// The pictures of the stage in `docs/pictures/`, with the whole screen.
@Suite("Pictures of the stage")
struct StagePictureTests {
    private static let pictures = [
        DocumentPicture("stage", 80, 24, "the stage while somebody joins") {
            StagePaneTests.livelyStage($0, $1)
        },
        DocumentPicture("stage", 200, 60, "the stage while somebody joins") {
            StagePaneTests.livelyStage($0, $1)
        },
        DocumentPicture("bots", 80, 24, "what bots can do") { _, _ in try StageBotsTests.menu() },
        DocumentPicture("stage-act", 80, 24, "an act before its first cue") {
            StageBotsTests.state($0, $1, act: StageBotsTests.act)
        },
    ]

    @Test("every picture is its golden screen", arguments: Self.pictures)
    func picture(_ picture: DocumentPicture) throws { try picture.expectCurrent() }
}
