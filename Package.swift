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
func tests(_ name: String, of dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "retake",
  products: [
    .executable(name: "retake", targets: ["RetakeCLI"]),
    .executable(name: "retake-bench", targets: ["RetakeBench"]),
    .library(name: "Retake", targets: ["Retake"]),
  ],
  targets: [
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CFFmpeg"),
    .systemLibrary(name: "CALSA"),
    .systemLibrary(name: "CV4L2"),
    .systemLibrary(name: "CImaging"),
    .systemLibrary(name: "CLinux"),

    module("RetakeMedia"),
    module("RetakeRuntime", uses: ["CLinux", "RetakeMedia"]),
    module("RetakeCodec", uses: ["CFFmpeg", "RetakeMedia", "RetakeRuntime"]),
    module("RetakeImaging", uses: ["CImaging", "RetakeMedia", "RetakeRuntime"]),
    module(
      "RetakeDevices",
      uses: ["CALSA", "CV4L2", "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeImaging"]),
    module("RetakeLibrary", uses: ["RetakeMedia", "RetakeRuntime", "RetakeCodec"]),
    module(
      "Retake", uses: ["RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeImaging", "RetakeDevices"]),

    module("RetakeKiosk", uses: ["RetakeMedia"]),
    module(
      "RetakeDisplay", uses: ["CSDL2", "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeKiosk"]),
    module("RetakeRemote", uses: ["RetakeMedia", "RetakeRuntime", "RetakeKiosk"]),
    module(
      "RetakeBooth",
      uses: [
        "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeDevices", "RetakeLibrary", "Retake",
        "RetakeKiosk", "RetakeDisplay", "RetakeRemote",
      ]),
    .executableTarget(
      name: "RetakeCLI",
      dependencies: [
        "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeDevices", "RetakeLibrary", "Retake",
        "RetakeKiosk", "RetakeRemote", "RetakeBooth",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "RetakeBench", dependencies: ["RetakeMedia", "RetakeRuntime", "RetakeRemote"],
      swiftSettings: settings),

    .target(name: "Fixtures", path: "Tests/Fixtures", swiftSettings: settings),
    tests("HouseTests"),
    tests(
      "RetakeBoothTests",
      of: [
        "RetakeMedia", "RetakeRuntime", "RetakeDevices", "RetakeLibrary", "Retake", "RetakeKiosk",
        "RetakeDisplay", "RetakeRemote", "RetakeBooth", "Fixtures",
      ]),
    tests(
      "RetakeCLITests",
      of: [
        "RetakeMedia", "RetakeRuntime", "RetakeKiosk", "RetakeRemote", "RetakeBooth", "RetakeCLI", "Fixtures",
      ]),
    tests("RetakeKioskTests", of: ["RetakeMedia", "RetakeKiosk"]),
    tests(
      "RetakeLibraryTests",
      of: ["RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeLibrary", "Fixtures"]),
    tests("RetakeMediaTests", of: ["RetakeMedia"]),
    tests(
      "RetakeRemoteTests", of: ["RetakeMedia", "RetakeRuntime", "RetakeKiosk", "RetakeRemote", "RetakeBench"]),
    tests("RetakeRuntimeTests", of: ["RetakeMedia", "RetakeRuntime"]),
    tests("RetakeCodecTests", of: ["RetakeMedia", "RetakeRuntime", "RetakeCodec", "Fixtures"]),
    tests("RetakeImagingTests", of: ["RetakeMedia", "RetakeRuntime", "RetakeImaging"]),
    tests(
      "RetakeTests",
      of: ["RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeDevices", "Retake", "Fixtures"]),
    tests("DeviceTests", of: ["RetakeMedia", "RetakeRuntime", "RetakeDevices"]),
    tests("EndToEndTests", of: ["RetakeBench", "RetakeCLI", "Fixtures"]),
    tests(
      "RetakeDevicesTests",
      of: ["RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeImaging", "RetakeDevices", "Fixtures"]),
    tests(
      "RetakeDisplayTests",
      of: [
        "RetakeDisplay", "RetakeMedia", "RetakeRuntime", "RetakeCodec", "RetakeKiosk", "RetakeBench",
      ], exclude: ["Golden"]),
  ]
)
