import BuoyDashboardTesting
import BuoyStage
import Testing

/// The pictures of the stage in `docs/pictures/`, with the whole screen.
@Suite("Pictures of the stage")
struct StagePictureTests {
    private static let pictures = [
        DocumentPicture(
            "stage", 80, 24, "The stage while Zoë joins: the member count and cards"
        ) { StagePaneTests.livelyStage($0, $1) },
        DocumentPicture(
            "stage", 120, 40, "The stage on a large screen: names and messages in large letters"
        ) { StagePaneTests.livelyStage($0, $1) },
        DocumentPicture("room", 80, 24, "The room: the code of the page, and who has joined") {
            StageRoomTests.picture(isHerd: false, $0, $1)
        },
        DocumentPicture("herd", 80, 24, "After a cut: who is back, beside the prediction") {
            StageRoomTests.picture(isHerd: true, $0, $1)
        },
        DocumentPicture("bots", 80, 24, "The list of bot commands") { _, _ in
            try StageBotsTests.menu()
        },
        DocumentPicture("stage-act", 80, 24, "A scripted demo: the last line names the next cue") {
            StageBotsTests.state($0, $1, act: StageBotsTests.act)
        },
    ]

    @Test("every picture is its golden screen", arguments: Self.pictures)
    func picture(_ picture: DocumentPicture) throws { try picture.expectCurrent() }
}
