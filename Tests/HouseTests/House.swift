/// The plan of the house: what stands where, and who may use what.
enum House {
  /// Every module that may exist, lowest layer first. A module uses only what stands before it.
  static let modules = cModules + libraryHalf + kioskHalf

  /// The wrappers of C libraries.
  static let cModules = ["CSDL2", "CFFmpeg", "CALSA", "CV4L2", "CImaging", "CLinux"]

  /// What other programs can be built on.
  static let libraryHalf = [
    "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeImaging", "RetakeDevices", "RetakeLibrary",
    "Retake",
  ]

  /// What the library must not know about.
  static let kioskHalf = [
    "RetakeKiosk", "RetakeDisplay", "RetakeRemote", "RetakeBooth", "RetakeCLI", "RetakeBench",
  ]

  /// The one module that may import each C module.
  static let owners = [
    "CSDL2": "RetakeDisplay", "CFFmpeg": "RetakeCodec", "CALSA": "RetakeDevices", "CV4L2": "RetakeDevices",
    "CImaging": "RetakeImaging", "CLinux": "RetakeRuntime",
  ]

  /// Modules that may use one module of the house at most.
  static let pure: [String: Set<String>] = ["RetakeMedia": [], "RetakeKiosk": ["RetakeMedia"]]

  /// Modules that may use Foundation, for JSON, dates and the environment.
  static let foundationUsers: Set<String> = [
    "RetakeLibrary", "Retake", "RetakeRemote", "RetakeBooth", "RetakeCLI", "RetakeBench",
  ]

  /// What every module may import; those that are not pure Glibc as well.
  static let standard: Set<String> = ["Swift", "Synchronization"]

  /// Whether raw pointers and `unsafe` may stand in a file of this name: `Unsafe….swift` and `…Bridge.swift` (what
  /// speaks to C), `…Memory.swift` (what hands out spans over memory) and `…SystemCalls.swift`.
  static func mayBeUnsafe(_ fileName: String) -> Bool {
    fileName.hasPrefix("Unsafe")
      || ["Bridge.swift", "Memory.swift", "SystemCalls.swift"].contains { fileName.hasSuffix($0) }
  }
}
