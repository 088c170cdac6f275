// What a picture of a run is made of, before anything is drawn.

import Records

/// One line of a picture: what stretched over time, and what happened at moments.
struct PictureRow: Sendable {
  /// Something that lasted.
  struct Band: Sendable {
    let start: Duration
    let end: Duration
    let label: String
    /// What it looks like: a class of the page's style.
    let look: String
  }

  /// Something that happened.
  struct Mark: Sendable {
    let time: Duration
    let label: String
    /// What stands beside it where there is room.
    var short = ""
    /// What it looks like: a class of the page's style.
    let look: String
  }

  let lane: StoryLane
  /// What stands beside it.
  let name: String
  var bands: [Band] = []
  var marks: [Mark] = []
  /// The connection attempts, which are drawn as a ladder.
  var rungs: [RunAttempt] = []

  var isEmpty: Bool { bands.isEmpty && marks.isEmpty && rungs.isEmpty }
}
