internal import RetakeKiosk
internal import RetakeLibrary
internal import RetakeMedia
internal import RetakeRuntime

/// The library as the kiosk changes it. Each call may wait for the disk: on the `files` thread alone.
final class TakeStore: Sendable {
  private let editor: LibraryEditor
  private let mailbox: Mailbox

  /// Takes the library's lock. Throws as `LibraryEditor` does.
  init(at location: LibraryLocation, mailbox: Mailbox) throws(RetakeError) {
    editor = try LibraryEditor(at: location)
    self.mailbox = mailbox
  }

  /// Finds a place for the next take, ahead of it.
  func prepare() {
    do throws(RetakeError) {
      let (id, path) = try editor.begin()
      mailbox.post(.placePrepared(TakePlace(id: id, path: path)))
    } catch {
      mailbox.post(.placeFailed(error))
    }
  }

  /// Keeps what is known about a take that was just recorded.
  func finish(_ id: String, _ details: TakeDetails) {
    do throws(RetakeError) {
      try editor.finish(id, details: details)
    } catch {
      Log.warning("the take \(id) is without its description: \(error)")
    }
  }

  func save(_ take: KioskTake, generation: Int) {
    do throws(RetakeError) {
      let saved = try editor.save(take.id)
      mailbox.post(.event(.saved(generation: generation, take.moved(to: saved.path))))
    } catch {
      Log.error("\(error)")
      mailbox.post(.event(.saveFailed(generation: generation, error.message)))
    }
  }

  func discard(_ take: KioskTake) {
    do throws(RetakeError) {
      try editor.discard(take.id)
    } catch {
      Log.error("\(error)")
    }
  }

  func undoDiscard(_ take: KioskTake, generation: Int) {
    answerUndo(take, generation) { () throws(RetakeError) in try editor.undo(take.id) }
  }

  func undoSave(_ take: KioskTake, generation: Int) {
    answerUndo(take, generation) { () throws(RetakeError) in try editor.unsave(take.id) }
  }

  private func answerUndo(_ take: KioskTake, _ generation: Int, _ undo: () throws(RetakeError) -> Take) {
    do throws(RetakeError) {
      let back = try undo()
      mailbox.post(.event(.undone(generation: generation, take.moved(to: back.path))))
    } catch {
      Log.error("\(error)")
      mailbox.post(.event(.undoFailed(generation: generation)))
    }
  }

  /// Removes a take that is too short to be kept.
  func remove(_ take: KioskTake) {
    do throws(RetakeError) {
      try editor.remove(take.id)
    } catch {
      Log.error("\(error)")
    }
  }
}

extension KioskTake {
  /// The same take at another place.
  fileprivate func moved(to path: String) -> KioskTake {
    KioskTake(id: id, path: path, duration: duration)
  }
}
