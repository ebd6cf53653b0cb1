/// Why something could not be done, for whoever has to say it to a person.
///
/// Lower modules throw their own small errors (an errno, an AVERROR); they become this one where most is
/// known about what was being done, and are logged there, once.
public struct RetakeError: Error, Hashable, Sendable {
  /// The kinds of failure; programs decide by these.
  public enum Code: String, Sendable, CaseIterable {
    /// An argument, option or combination of them makes no sense.
    case invalidArgument
    /// What was asked for is not possible in the present state.
    case wrongState
    /// Not in this build, on this machine, or with this device.
    case notSupported
    /// No such device, or a file that stands for one cannot be read.
    case deviceMissing
    /// Another program holds the device.
    case deviceBusy
    /// The device was there and is gone.
    case deviceLost
    /// The device is there and gives nothing.
    case deviceSilent
    /// The user may not open the device.
    case deviceNotPermitted
    /// The bus that the device hangs on has no room for what it sends.
    case busFull
    /// An input file is missing, unreadable or not what it should be.
    case inputUnreadable
    /// The folder to write to is not there, or not a folder.
    case storageMissing
    /// The place cannot be written to.
    case storageNotWritable
    /// No space, or the reserve is reached.
    case storageFull
    /// A write failed for another reason.
    case storageFailed
    /// Another kiosk holds the library.
    case storageBusy
    /// An encoder could not be opened or gave up.
    case encoderFailed
    /// There was nothing to record.
    case nothingRecorded
    /// Something else went wrong.
    case failed
  }

  /// The kind.
  public var code: Code
  /// What happened, one line for a developer or operator: names the thing and the cause.
  public var message: String
  /// What to do about it, one line; empty where nothing can be advised.
  public var advice: String
  /// The name that a sentence for a guest needs: the program that holds a device, the group whose members may open
  /// it; nil where there is none.
  public var party: String?

  /// Unicode scalars of a message at most.
  private static let longest = 400

  /// An error with its two lines, and two they stay: names from outside are in them, so what would break a line is
  /// written as an escape, and the middle of what is very long left out.
  public init(_ code: Code, _ message: String, advice: String = "", party: String? = nil) {
    self.code = code
    self.message = message.inOneLine(limit: Self.longest)
    self.advice = advice.inOneLine(limit: Self.longest)
    self.party = party?.inOneLine(limit: 80)
  }
}

extension RetakeError: CustomStringConvertible {
  /// The message, and the advice on a second line.
  public var description: String {
    advice.isEmpty ? message : message + "\n" + advice
  }

  /// The same in one line.
  package var inOneSentence: String {
    advice.isEmpty ? message : message + ". " + advice
  }
}
