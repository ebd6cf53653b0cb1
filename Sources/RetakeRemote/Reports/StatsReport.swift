/// What `stats` answers. What was not measured yet is nil, and null in the reply.
package struct StatsReport: Hashable, Sendable {
  /// Frames that did not get where they should, by the place.
  package struct Dropped: Hashable, Sendable {
    /// Before they reached us.
    package var camera = 0
    /// Replaced by a newer one before they were shown.
    package var preview = 0
    /// Missing in the take.
    package var record = 0

    package init() {}
  }

  /// What waits between camera and file.
  package struct Queue: Hashable, Sendable {
    /// Pictures.
    package var video = 0
    /// Blocks of sound.
    package var audio = 0
    package var bytes = 0

    package init() {}
  }

  /// Frames since the start.
  package var captured = 0
  package var shown = 0
  package var encoded = 0
  package var dropped = Dropped()
  package var queue = Queue()
  /// Pictures that were shown in the last second.
  package var fps = 0.0
  /// Share of one core; 1 is a whole one.
  package var cpu = 0.0
  /// Resident memory in bytes.
  package var rss = 0
  /// From the camera's stamp to the screen, milliseconds.
  package var latency: Percentiles?
  /// From the start of the program to its first picture, milliseconds.
  package var start: Double?
  /// From `stop` to the take's first picture, milliseconds.
  package var stopToReview: Double?
  /// From the wish to that frame on the screen, milliseconds.
  package var seek: Percentiles?
  /// How much the sound of the last take came after its picture, milliseconds.
  package var audioOffset: Double?
  package var encoder: String?
  /// The encoder's speed, by its own name.
  package var speed: String?

  package init() {}

  /// Its fields, flat beside `ok`.
  package var fields: RemoteObject {
    [
      "captured": .integer(captured), "shown": .integer(shown), "encoded": .integer(encoded),
      "dropped": .object([
        "camera": .integer(dropped.camera), "preview": .integer(dropped.preview),
        "record": .integer(dropped.record),
      ]),
      "queue": .object([
        "video": .integer(queue.video), "audio": .integer(queue.audio), "bytes": .integer(queue.bytes),
      ]),
      "fps": Self.rounded(fps), "cpu": Self.rounded(cpu), "rss": .integer(rss),
      "latency_ms": Self.spread(latency), "start_ms": Self.rounded(start),
      "stop_to_review_ms": Self.rounded(stopToReview), "seek_ms": Self.spread(seek),
      "av_offset_ms": Self.rounded(audioOffset), "encoder": RemoteValue(encoder), "speed": RemoteValue(speed),
    ]
  }

  /// Finer than thousandths nothing here is measured.
  private static func rounded(_ value: Double?) -> RemoteValue {
    RemoteValue(measured: value.map { ($0 * 1000).rounded() / 1000 })
  }

  private static func spread(_ percentiles: Percentiles?) -> RemoteValue {
    .object([
      "p50": rounded(percentiles?.median), "p95": rounded(percentiles?.p95),
      "max": rounded(percentiles?.maximum),
    ])
  }
}
