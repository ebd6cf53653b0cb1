internal import RetakeCodec
package import RetakeMedia
internal import RetakeRuntime

/// What is wrong with a take.
package enum TakeFault: Hashable, Sendable {
  /// The file cannot be read, or not to its end; in words.
  case file(String)
  /// The sidecar is missing, or says something else than the file; in words.
  case sidecar(String)
}

extension TakeLibrary {
  /// Reads a take's file to its end, decodes its sound, and compares it with its sidecar; what is wrong, nothing for
  /// a good one. Takes the time that the disk needs. Throws as `take(_:)` does.
  package func check(_ id: String) throws(RetakeError) -> [TakeFault] {
    let entry = try entry(id)
    var faults: [TakeFault] = []
    let record = TakeRecord.read(absolute(entry.sidecarPath))
    if record == nil { faults.append(.sidecar("the sidecar \(entry.name.sidecar) is missing or unreadable")) }
    if let record, !record.id.hasPrefix(entry.name.id) {
      faults.append(.sidecar("the sidecar \(entry.name.sidecar) is that of take \(record.id)"))
    }
    guard TakeName.isMovie(entry.path) else { return faults }
    do throws(CodecError) {
      let scan = try MovieScan(path: absolute(entry.path))
      faults += Self.faults(of: scan)
      if let file = try? StoredFile(reading: absolute(entry.path)),
        (try? MovieRepair.isWanted(by: file)) == true
      {
        faults.append(.file("the file's index is missing or damaged"))
      }
      if let record { faults += Self.differences(record, scan) }
    } catch {
      faults.append(.file("the file cannot be read: \(error.text)"))
    }
    return faults
  }

  /// The same for a take that was listed; nil where it is no longer there.
  package func check(_ take: Take) throws(RetakeError) -> [TakeFault]? {
    do throws(RetakeError) {
      return try check(take.id)
    } catch {
      guard (try? SystemCalls.status(of: take.path, followingLinks: false)) != nil else { return nil }
      return [.file(error.message)]
    }
  }

  private static func faults(of scan: MovieScan) -> [TakeFault] {
    guard scan.pictureCount > 0 else { return [.file("the file has no moving pictures")] }
    var faults: [TakeFault] = []
    if let damage = scan.damage { faults.append(.file("the file is damaged at \(words(damage))")) }
    if let damage = scan.soundDamage { faults.append(.file("the sound is damaged at \(words(damage))")) }
    if let end = scan.declaredEnd, scan.observedEnd + tolerance < end {
      faults.append(.file("the file ends at \(words(scan.observedEnd)) of \(words(end))"))
    }
    return faults
  }

  private static func differences(_ record: TakeRecord, _ scan: MovieScan) -> [TakeFault] {
    var faults: [TakeFault] = []
    let end = scan.declaredEnd ?? scan.observedEnd
    if let duration = record.duration, abs(duration - end.seconds) > tolerance.seconds {
      faults.append(
        .sidecar("the sidecar says \(words(MediaTime(seconds: duration))), the file plays \(words(end))"))
    }
    guard let video = scan.video else { return faults }
    for (key, actual) in [
      ("size", "\(video.width)x\(video.height)"), ("codec", video.codec?.rawValue ?? video.codecName),
    ] {
      guard let said = record.settings[key], said != actual else { continue }
      faults.append(.sidecar("the sidecar says \(key) \(said), the file has \(actual)"))
    }
    return faults
  }

  /// A sound track may be as much longer than the pictures, or an index rounded.
  private static let tolerance = MediaTime(seconds: 0.1)

  private static func words(_ time: MediaTime) -> String {
    let hundredths = Int((time.seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
  }
}
