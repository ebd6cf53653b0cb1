internal import RetakeDevices
internal import RetakeMedia
internal import RetakeRuntime

/// One change of a session's camera, which is either carried out or undone. A value of the session's owner.
struct CameraSwap {
  /// The camera of the session when all is over; nil for none.
  private(set) var camera: SessionCamera?
  /// The camera that the new one takes the place of; nil where there was none, or it had to make way already.
  private var old: SessionCamera?
  private let oldRequest: CameraRequest?
  private let sinks: [any CaptureSink]
  private let opener: any InputOpener
  private let patience: MediaTime?
  /// When the old camera's last picture came, once nothing more comes from it.
  private var lastPicture: MediaTime?

  /// A change from `old`, which is none until `prepare`. A new camera has `patience` for its first picture; none where
  /// the session does not run yet.
  init(old: SessionCamera?, sinks: [any CaptureSink], opener: any InputOpener, patience: MediaTime?) {
    camera = old
    self.old = old
    oldRequest = old?.isOver == false ? old?.request : nil
    self.sinks = sinks
    self.opener = opener
    self.patience = patience
  }

  /// Opens the new camera, and where the session runs waits for its first picture. Where it throws, the old one goes
  /// on.
  mutating func prepare(_ request: CameraRequest?) throws(RetakeError) {
    if old?.isOver == true { close() }
    guard let request else { return camera = nil }
    do throws(RetakeError) {
      camera = try started(request)
    } catch {
      guard needsRoom(request, error) else { throw error }
      close()
      do throws(RetakeError) {
        camera = try started(request)
      } catch {
        undo()
        throw error
      }
    }
  }

  /// The new camera's pictures instead of the old one's, from here on.
  mutating func commit() {
    guard patience != nil else { return }
    old?.tap?.shut()
    if let camera, camera !== old {
      if old != nil { tell(camera) }
      camera.tap?.open()
      sayGap(before: camera)
    }
    old?.stop()
    old = nil
  }

  /// The old camera as before, if it was there and can be opened again.
  mutating func undo() {
    if camera !== old {
      camera?.tap?.shut()
      camera?.stop()
    }
    camera = old
    guard old == nil, let oldRequest else { return }
    do throws(RetakeError) {
      camera = try started(oldRequest)
    } catch {
      Log.error("the camera that made way for another does not come back: \(error.message)")
      camera = nil
      for sink in sinks { sink.cameraEnded(.lost(error)) }
    }
  }

  /// Opens a camera and has it prove itself; without a camera whose place it takes its pictures are let through at
  /// once.
  private func started(_ request: CameraRequest) throws(RetakeError) -> SessionCamera {
    let camera = SessionCamera(try opener.camera(request))
    guard let patience else { return camera }
    if old?.isOver == false, camera.input.isReduced { throw .noRoomBeside(camera.input.localizedName) }
    if old == nil { tell(camera) }
    camera.start(into: sinks, isOpen: old == nil, epoch: MonotonicClock.now)
    let end = camera.tap?.waitForPicture(until: MonotonicClock.now + patience)
    guard case .lost(let error)? = end else { return camera }
    camera.tap?.shut()
    camera.stop()
    throw error
  }

  private func sayGap(before camera: SessionCamera) {
    guard let last = old?.tap?.lastPicture ?? lastPicture else { return }
    let gap = Int(((MonotonicClock.now - last).seconds * 1000).rounded())
    Log.info("camera '\(camera.input.localizedName)' takes over, \(gap) ms after the last picture")
  }

  private func tell(_ camera: SessionCamera) {
    for sink in sinks { sink.cameraChanged(to: camera.source.format, isPatient: camera.source.isPatient) }
  }

  /// Whether the old camera stands in the way of the new one.
  private func needsRoom(_ request: CameraRequest, _ error: RetakeError) -> Bool {
    guard let old, !old.isOver else { return false }
    return error.code == .busFull
      || error.code == .deviceBusy && opener.isSame(request.spec, as: old.input)
  }

  /// Ends the old camera, whose place is empty then.
  private mutating func close() {
    old?.tap?.shut()
    if old?.isOver == false { lastPicture = old?.tap?.lastPicture }
    old?.stop()
    old = nil
    camera = nil
  }
}

extension RetakeError {
  /// The bus has room for a smaller picture only, because another camera runs.
  fileprivate static func noRoomBeside(_ name: String) -> RetakeError {
    RetakeError(.busFull, "camera '\(name)': the USB bus has no room left for its pictures")
  }
}
