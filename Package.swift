// swift-tools-version: 6.2
// The house: each target may import only the targets that are named for it here, and they all stand
// above it in this list. Tests/HouseTests checks that.
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift module of the house, lowest layer first.
func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one module.
func tests(_ name: String, of dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "retake",
  products: [
    .library(name: "RetakeMedia", targets: ["RetakeMedia"])
  ],
  targets: [
    .systemLibrary(name: "CFFmpeg"),
    .systemLibrary(name: "CImaging"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSDL2"),

    module("RetakeMedia"),
    module("RetakeRuntime", uses: ["CLinux", "RetakeMedia"]),
    module("RetakeCodec", uses: ["CFFmpeg", "RetakeMedia", "RetakeRuntime"]),
    module("RetakeKiosk", uses: ["RetakeMedia"]),
    module(
      "RetakeDisplay", uses: ["CSDL2", "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeKiosk"]),

    tests("RetakeMediaTests", of: ["RetakeMedia"]),
    tests("RetakeRuntimeTests", of: ["RetakeMedia", "RetakeRuntime"]),
    tests(
      "RetakeDisplayTests",
      of: ["RetakeDisplay", "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeKiosk"]),
    tests("RetakeKioskTests", of: ["RetakeKiosk", "RetakeMedia"]),
  ]
)
