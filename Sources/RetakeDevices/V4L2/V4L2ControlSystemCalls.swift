internal import CV4L2
internal import RetakeMedia
internal import RetakeRuntime

// The calls for a camera's controls.

extension V4L2SystemCalls {
  func control(after id: UInt32, _ node: V4L2Handle) throws(SystemError) -> V4L2ControlEntry {
    var query = v4l2_query_ext_ctrl()
    query.id = id | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
    if unsafe retake_v4l2_query_ext_ctrl(node.descriptor, &query) < 0 {
      throw SystemError.last("VIDIOC_QUERY_EXT_CTRL")
    }
    let flags = Int32(bitPattern: query.flags)
    guard let kind = kind(of: query, node), flags & V4L2_CTRL_FLAG_DISABLED == 0 else {
      return V4L2ControlEntry(id: query.id, control: nil)
    }
    var control = CameraControl(
      id: query.id, name: controlName(text(of: &query.name)), kind: kind,
      minimum: Int(query.minimum), maximum: Int(query.maximum), step: max(1, Int(clamping: query.step)),
      defaultValue: Int(query.default_value), value: 0, isActive: flags & V4L2_CTRL_FLAG_INACTIVE == 0)
    control.isReadOnly = flags & V4L2_CTRL_FLAG_READ_ONLY != 0
    if control.hasValue, flags & V4L2_CTRL_FLAG_WRITE_ONLY == 0 {
      control.value = (try? value(ofControl: query.id, node)).map(control.read) ?? control.defaultValue
    }
    return V4L2ControlEntry(id: query.id, control: control)
  }

  /// nil for the title of a group.
  private func kind(of query: v4l2_query_ext_ctrl, _ node: V4L2Handle) -> CameraControl.Kind? {
    if query.type == V4L2_CTRL_TYPE_CTRL_CLASS.rawValue { return nil }
    if query.type == V4L2_CTRL_TYPE_STRING.rawValue { return .other("string") }
    if query.nr_of_dims > 0 { return .other("array") }
    switch query.type {
    case V4L2_CTRL_TYPE_INTEGER.rawValue: return .integer
    case V4L2_CTRL_TYPE_BITMASK.rawValue: return .bitmask
    case V4L2_CTRL_TYPE_BOOLEAN.rawValue: return .boolean
    case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue:
      return .menu(menu(of: query, node))
    case V4L2_CTRL_TYPE_BUTTON.rawValue: return .button
    case V4L2_CTRL_TYPE_INTEGER64.rawValue: return .other("integer64")
    default: return .other("compound")
    }
  }

  func value(ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError) -> Int {
    var control = v4l2_control(id: id, value: 0)
    if unsafe retake_v4l2_g_ctrl(node.descriptor, &control) < 0 { throw SystemError.last("VIDIOC_G_CTRL") }
    return Int(control.value)
  }

  func set(_ value: Int, ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError) {
    var control = v4l2_control(id: id, value: Int32(truncatingIfNeeded: value))
    if unsafe retake_v4l2_s_ctrl(node.descriptor, &control) < 0 { throw SystemError.last("VIDIOC_S_CTRL") }
  }

  private func menu(of query: v4l2_query_ext_ctrl, _ node: V4L2Handle) -> [Int: String] {
    var items: [Int: String] = [:]
    guard query.minimum >= 0, query.maximum < 256, query.minimum <= query.maximum else { return items }
    for index in query.minimum...query.maximum {
      var item = v4l2_querymenu()
      item.id = query.id
      item.index = UInt32(index)
      // Numbers that a driver leaves out are refused.
      guard unsafe retake_v4l2_querymenu(node.descriptor, &item) >= 0 else { continue }
      if query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue {
        items[Int(index)] = String(item.value)
      } else {
        items[Int(index)] =
          unsafe retake_v4l2_menu_name(&item).map { unsafe String(cString: $0).inOneLine() } ?? ""
      }
    }
    return items
  }
}

/// `Power Line Frequency` as `power_line_frequency`.
private func controlName(_ title: String) -> String {
  title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
}

/// The text in a fixed array of bytes, up to its zero: a name, for people.
func text<Bytes>(of bytes: inout Bytes) -> String {
  unsafe withUnsafeBytes(of: &bytes) { buffer in
    unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self).inOneLine()
  }
}
