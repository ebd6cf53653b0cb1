public import RetakeMedia

/// Which camera, and what it is to be set to when it is opened.
public struct CameraRequest: Hashable, Sendable {
  /// The camera.
  public var spec: DeviceSpec
  /// The size to ask a real camera for.
  public var preset: SessionPreset
  /// Frames a second to ask it for.
  public var frameRate: Double
  /// Values of controls by the ids of cameras and their own names; set each time that camera is opened.
  public var controls: [String: [String: Int]]
  /// Whether takes are to keep the camera's own stream as it comes: only H.264 and HEVC will do.
  public var isPassthrough: Bool

  /// A request; see the fields.
  public init(
    _ spec: DeviceSpec, preset: SessionPreset = .high, frameRate: Double = 30,
    controls: [String: [String: Int]] = [:], isPassthrough: Bool = false
  ) {
    self.spec = spec
    self.preset = preset
    self.frameRate = frameRate
    self.controls = controls
    self.isPassthrough = isPassthrough
  }
}
