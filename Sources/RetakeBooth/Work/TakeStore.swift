internal import RetakeKiosk
internal import RetakeLibrary
internal import RetakeMedia
internal import RetakeRuntime

/// The library as the kiosk changes it. Each call may wait for the disk: on the `files` thread alone. What an earlier run
/// has left behind is looked at on a thread of its own, which may take as long as the disk needs for a whole file.
final class TakeStore: Sendable {
  private let editor: LibraryEditor
  private let rules: RetentionRules
  private let mailbox: Mailbox
  /// The takes that a guest may still bring back.
  private let recent = Monitor<[String]>([])
  /// Takes of this run that wait for a decision.
  private let undecided = Monitor<Set<String>>([])
  private let search = Monitor(Search())

  private struct Search {
    /// From the first search on.
    var worker: SerialWorker?
    var isOver = false
  }

  /// Takes the library's lock; what may go by itself goes by `rules`. Throws as `LibraryEditor` does.
  convenience init(
    at location: LibraryLocation, rules: RetentionRules, mailbox: Mailbox
  ) throws(RetakeError) {
    self.init(try LibraryEditor(at: location), rules: rules, mailbox: mailbox)
  }

  init(_ editor: consuming LibraryEditor, rules: RetentionRules, mailbox: Mailbox) {
    self.editor = editor
    self.rules = rules
    self.mailbox = mailbox
  }

  /// Ends the search for what can be mended, if there is one: what it has not come to is left for the next run. From any
  /// thread.
  func end() {
    search.withLock { search in
      search.isOver = true
      search.worker?.end()
    }
  }

  /// Waits until nothing is searched any more, after `end`. Once.
  func join() {
    search.withLock { $0.worker }?.join()
  }

  /// Looks at something on the thread for that, then does on `files` with what was found as `body` says.
  private func look<Found: Sendable>(
    on files: SerialWorker, _ examine: @escaping @Sendable (@escaping LookEnd) -> Found,
    then body: @escaping @Sendable (Found) -> Void
  ) {
    let isOver: LookEnd = { [search] in search.withLock { $0.isOver } }
    search.withLock { search in
      if search.isOver { return }
      let worker = search.worker ?? SerialWorker(name: "recovery", importance: .background)
      search.worker = worker
      worker.perform {
        let found = examine(isOver)
        if !isOver() { files.perform { body(found) } }
      }
    }
  }

  private typealias LookEnd = @Sendable () -> Bool

  /// Saves what an earlier run has left behind, one after another: what a guest wants done meanwhile comes in between.
  func recover(on files: SerialWorker) {
    do throws(RetakeError) {
      let inHand = undecided.withLock { $0 }
      let leftovers = try editor.leftovers().filter { !inHand.contains($0.id) }
      for stranger in try editor.library.strangers(in: [.incoming]) {
        Log.info("\(stranger.path) is \(stranger.what): it is left alone")
      }
      recover(leftovers[...], RecoveryCount(recovered: 0), on: files)
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  private func recover(_ leftovers: ArraySlice<Leftover>, _ counted: RecoveryCount, on files: SerialWorker) {
    guard let next = leftovers.first else {
      if !counted.isEmpty {
        Log.warning(
          "left behind by an earlier run: \(counted.recovered) saved now, \(counted.damaged) in damaged/")
        mailbox.post(.event(.recovered(counted)))
      }
      return mend(on: files)
    }
    look(on: files) { [self] isOver in
      editor.examine(next, isEnding: isOver)
    } then: { [self] examination in
      var count = counted
      recover(next, examination, &count)
      recover(leftovers.dropFirst(), count, on: files)
    }
  }

  private func recover(_ leftover: Leftover, _ examination: Examination, _ count: inout RecoveryCount) {
    do throws(RetakeError) {
      switch try editor.recover(leftover, examination) {
      case .recovered(let take, let missing):
        Log.info("\(take.path) was left behind by an earlier run, and is saved now")
        if !missing.isEmpty { Log.warning("\(take.path) has parts that cannot be read; they are left in it") }
        count.recovered += 1
      case .damaged(let path, let reason):
        Log.info("\(reason); it is \(path) now")
        count.damaged += 1
      case .busy: Log.info("\(leftover.path) is being recorded")
      case .gone: break
      }
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  /// Gives the takes of the last days what they lack because the disk was full when they were saved.
  private func mend(on files: SerialWorker) {
    do throws(RetakeError) {
      mend(try editor.savedFiles(ofDays: Self.mendedDays)[...], on: files)
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  private static let mendedDays = 3

  private func mend(_ saved: ArraySlice<SavedFile>, on files: SerialWorker) {
    guard let first = saved.first else { return purge(on: files) }
    look(on: files) { [self] isOver in
      editor.examine(first, isEnding: isOver)
    } then: { [self] examination in
      if let examination { mend(first, examination) }
      mend(saved.dropFirst(), on: files)
    }
  }

  private func mend(_ saved: SavedFile, _ examination: Examination) {
    do throws(RetakeError) {
      guard let mending = try editor.mend(saved, examination) else { return }
      Log.warning("\(mending.take.path) lacked something and is mended")
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  /// Removes what may go, some takes at a time: what a guest wants done meanwhile comes in between.
  func purge(on files: SerialWorker) {
    do throws(RetakeError) {
      let purged = try editor.purge(rules, sparing: Set(recent.withLock { $0 }), limit: Self.mostPurged)
      guard purged.count == Self.mostPurged else { return }
      files.perform { [self] in purge(on: files) }
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  private static let mostPurged = 20

  /// Keeps what is known about a take that begins.
  func describe(_ id: String, _ details: TakeDetails) {
    do throws(RetakeError) {
      try editor.describe(id, details: details)
    } catch {
      Log.warning(error.inOneSentence)
    }
  }

  /// A take came to nothing.
  func forget(_ id: String) {
    editor.forget(id)
  }

  /// Finds a place for the next take, ahead of it. Where the library had gone away and has come back, what was being
  /// recorded on it then is saved.
  func prepare(on files: SerialWorker) {
    do throws(RetakeError) {
      if try editor.confirm() {
        Log.warning("the library is back")
        recover(on: files)
      }
      let (id, path) = try editor.begin()
      mailbox.post(.placePrepared(TakePlace(id: id, path: path)))
    } catch {
      mailbox.post(.placeFailed(error))
    }
  }

  /// Keeps what is known about a take that was just recorded.
  func finish(_ id: String, _ details: TakeDetails) {
    undecided.withLock { _ = $0.insert(id) }
    do throws(RetakeError) {
      try editor.finish(id, details: details)
    } catch {
      Log.warning("the take \(id) is without its description: \(error.inOneSentence)")
    }
  }

  func save(_ take: KioskTake, generation: Int) {
    do throws(RetakeError) {
      remember(take)
      let saved = try editor.save(take.id)
      undecided.withLock { _ = $0.remove(take.id) }
      mailbox.post(.event(.saved(generation: generation, take.moved(to: saved.path))))
    } catch {
      Log.error(error.inOneSentence)
      let fault = KioskState.Interruption(error.code)
      mailbox.post(.event(.saveFailed(generation: generation, error.message, fault)))
    }
  }

  func discard(_ take: KioskTake) {
    remember(take)
    do throws(RetakeError) {
      try editor.discard(take.id)
      undecided.withLock { _ = $0.remove(take.id) }
    } catch {
      Log.error(error.inOneSentence)
    }
  }

  private func remember(_ take: KioskTake) {
    recent.withLock { $0 = $0.suffix(Self.mostRecent - 1) + [take.id] }
  }

  private static let mostRecent = 4

  func undoDiscard(_ take: KioskTake, generation: Int) {
    undecided.withLock { _ = $0.insert(take.id) }
    answerUndo(take, generation) { () throws(RetakeError) in try editor.undo(take.id) }
  }

  func undoSave(_ take: KioskTake, generation: Int) {
    undecided.withLock { _ = $0.insert(take.id) }
    answerUndo(take, generation) { () throws(RetakeError) in try editor.unsave(take.id) }
  }

  private func answerUndo(_ take: KioskTake, _ generation: Int, _ undo: () throws(RetakeError) -> Take) {
    do throws(RetakeError) {
      let back = try undo()
      mailbox.post(.event(.undone(generation: generation, take.moved(to: back.path))))
    } catch {
      Log.error(error.inOneSentence)
      mailbox.post(.event(.undoFailed(generation: generation)))
    }
  }

  /// Removes a take that is too short to be kept.
  func remove(_ take: KioskTake) {
    do throws(RetakeError) {
      try editor.remove(take.id)
    } catch {
      Log.error(error.inOneSentence)
    }
  }
}

extension KioskTake {
  /// The same take at another place.
  fileprivate func moved(to path: String) -> KioskTake {
    var take = self
    take.path = path
    return take
  }
}
