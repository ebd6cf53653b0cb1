internal import CV4L2
internal import RetakeMedia
internal import RetakeRuntime

/// The kernel.
struct V4L2SystemCalls: V4L2Calls {
  func open(_ path: String) throws(SystemError) -> Int32 {
    try SystemCalls.open(path, flags: O_RDWR | O_NONBLOCK)
  }

  func close(_ descriptor: Int32) {
    try? SystemCalls.close(descriptor)
  }

  func capabilities(_ descriptor: Int32) throws(SystemError) -> V4L2Capabilities {
    var answer = v4l2_capability()
    try check(unsafe retake_v4l2_querycap(descriptor, &answer), "VIDIOC_QUERYCAP")
    let isPerNode = answer.capabilities & 0x8000_0000 != 0
    return V4L2Capabilities(
      driver: text(of: &answer.driver), card: text(of: &answer.card),
      busInfo: text(of: &answer.bus_info), device: answer.capabilities,
      node: isPerNode ? answer.device_caps : nil)
  }

  func format(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> V4L2FormatEntry {
    var entry = v4l2_fmtdesc()
    entry.index = UInt32(index)
    entry.type = node.type
    try check(unsafe retake_v4l2_enum_fmt(node.descriptor, &entry), "VIDIOC_ENUM_FMT")
    return V4L2FormatEntry(
      fourCC: FourCC(value: entry.pixelformat), title: text(of: &entry.description))
  }

  func frameSizes(
    _ index: Int, _ fourCC: FourCC, _ node: V4L2Handle
  ) throws(SystemError) -> V4L2FrameSizes {
    var entry = v4l2_frmsizeenum()
    entry.index = UInt32(index)
    entry.pixel_format = fourCC.value
    try check(unsafe retake_v4l2_enum_framesizes(node.descriptor, &entry), "VIDIOC_ENUM_FRAMESIZES")
    if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
      let size = entry.discrete
      return .discrete(width: Int(size.width), height: Int(size.height))
    }
    let steps = entry.stepwise
    return .range(
      widths: Int(steps.min_width)...max(Int(steps.min_width), Int(steps.max_width)),
      step: max(1, Int(steps.step_width)),
      heights: Int(steps.min_height)...max(Int(steps.min_height), Int(steps.max_height)),
      stepDown: max(1, Int(steps.step_height)))
  }

  func frameRates(
    _ index: Int, _ fourCC: FourCC, width: Int, height: Int, _ node: V4L2Handle
  ) throws(SystemError) -> V4L2FrameRates {
    var entry = v4l2_frmivalenum()
    entry.index = UInt32(index)
    entry.pixel_format = fourCC.value
    entry.width = UInt32(width)
    entry.height = UInt32(height)
    try check(unsafe retake_v4l2_enum_frameintervals(node.descriptor, &entry), "VIDIOC_ENUM_FRAMEINTERVALS")
    if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
      return .discrete(try rate(entry.discrete))
    }
    let steps = entry.stepwise
    return .range(fastest: try rate(steps.min), slowest: try rate(steps.max))
  }

  func currentFormat(_ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat {
    var format = unsafe v4l2_format()
    unsafe format.type = node.type
    try check(unsafe retake_v4l2_g_fmt(node.descriptor, &format), "VIDIOC_G_FMT")
    return unsafe V4L2DeviceFormat(format, isMultiplanar: node.isMultiplanar)
  }

  func setFormat(_ wish: V4L2DeviceFormat, _ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat {
    var format = unsafe v4l2_format()
    unsafe format.type = node.type
    if node.isMultiplanar {
      unsafe format.fmt.pix_mp.pixelformat = wish.fourCC.value
      unsafe format.fmt.pix_mp.width = UInt32(wish.width)
      unsafe format.fmt.pix_mp.height = UInt32(wish.height)
      unsafe format.fmt.pix_mp.field = wish.field
    } else {
      unsafe format.fmt.pix.pixelformat = wish.fourCC.value
      unsafe format.fmt.pix.width = UInt32(wish.width)
      unsafe format.fmt.pix.height = UInt32(wish.height)
      unsafe format.fmt.pix.field = wish.field
    }
    try check(unsafe retake_v4l2_s_fmt(node.descriptor, &format), "VIDIOC_S_FMT")
    return unsafe V4L2DeviceFormat(format, isMultiplanar: node.isMultiplanar)
  }

  func signal(_ node: V4L2Handle) throws(SystemError) -> V4L2Signal {
    var timings = try timings(node)
    let (clock, total) = unsafe (retake_v4l2_timings_clock(&timings), retake_v4l2_timings_total(&timings))
    let rate = Int32(exactly: clock).flatMap { clock in
      Int32(exactly: total).flatMap { clock > 0 && $0 > 0 ? Rational(clock, $0) : nil }
    }
    return V4L2Signal(
      width: Int(unsafe retake_v4l2_timings_width(&timings)),
      height: Int(unsafe retake_v4l2_timings_height(&timings)), frameRate: rate)
  }

  func followSignal(_ node: V4L2Handle) throws(SystemError) {
    var timings = try timings(node)
    try check(unsafe retake_v4l2_s_dv_timings(node.descriptor, &timings), "VIDIOC_S_DV_TIMINGS")
  }

  private func timings(_ node: V4L2Handle) throws(SystemError) -> v4l2_dv_timings {
    var timings = v4l2_dv_timings()
    try check(unsafe retake_v4l2_query_dv_timings(node.descriptor, &timings), "VIDIOC_QUERY_DV_TIMINGS")
    return timings
  }

  func setFrameRate(_ wish: Rational, _ node: V4L2Handle) throws(SystemError) -> Rational? {
    var parameters = v4l2_streamparm()
    parameters.type = node.type
    try check(unsafe retake_v4l2_g_parm(node.descriptor, &parameters), "VIDIOC_G_PARM")
    let canSet = unsafe parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    if canSet {
      unsafe parameters.parm.capture.timeperframe = v4l2_fract(
        numerator: UInt32(wish.denominator), denominator: UInt32(wish.numerator))
      try check(unsafe retake_v4l2_s_parm(node.descriptor, &parameters), "VIDIOC_S_PARM")
    }
    return try? rate(unsafe parameters.parm.capture.timeperframe)
  }

  func requestBuffers(_ count: Int, _ node: V4L2Handle) throws(SystemError) -> Int {
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = node.type
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try check(unsafe retake_v4l2_reqbufs(node.descriptor, &request), "VIDIOC_REQBUFS")
    return Int(request.count)
  }

  func buffer(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> [V4L2BufferPlane] {
    try unsafe withBuffer(node, index: index) { (buffer, planes) throws(SystemError) in
      try check(unsafe retake_v4l2_querybuf(node.descriptor, &buffer), "VIDIOC_QUERYBUF")
      guard node.isMultiplanar else {
        return [unsafe V4L2BufferPlane(length: Int(buffer.length), offset: Int(buffer.m.offset))]
      }
      return unsafe planes.prefix(Int(buffer.length)).map {
        unsafe V4L2BufferPlane(length: Int($0.length), offset: Int($0.m.mem_offset))
      }
    }
  }

  func map(_ plane: V4L2BufferPlane, _ node: V4L2Handle) throws(SystemError) -> any BufferMemory {
    try MappedBufferMemory(plane, descriptor: node.descriptor)
  }

  func queue(_ index: Int, planeCount: Int, _ node: V4L2Handle) throws(SystemError) {
    try unsafe withBuffer(node, index: index) { (buffer, _) throws(SystemError) in
      if node.isMultiplanar { unsafe buffer.length = UInt32(planeCount) }
      try check(unsafe retake_v4l2_qbuf(node.descriptor, &buffer), "VIDIOC_QBUF")
    }
  }

  func dequeue(_ node: V4L2Handle) throws(SystemError) -> V4L2FilledBuffer {
    try unsafe withBuffer(node, index: 0) { (buffer, planes) throws(SystemError) in
      try check(unsafe retake_v4l2_dqbuf(node.descriptor, &buffer), "VIDIOC_DQBUF")
      var filled = unsafe V4L2FilledBuffer(
        index: Int(buffer.index), flags: buffer.flags, sequence: buffer.sequence)
      filled.stamp = MediaTime(nanoseconds: unsafe retake_v4l2_stamp(&buffer))
      if node.isMultiplanar {
        for plane in unsafe 0..<min(4, Int(buffer.length)) {
          filled.bytesUsed[plane] = unsafe Int(planes[plane].bytesused)
          filled.dataOffsets[plane] = unsafe Int(planes[plane].data_offset)
        }
      } else {
        filled.bytesUsed[0] = unsafe Int(buffer.bytesused)
      }
      return filled
    }
  }

  func streamOn(_ node: V4L2Handle) throws(SystemError) {
    var type = Int32(bitPattern: node.type)
    try check(unsafe retake_v4l2_streamon(node.descriptor, &type), "VIDIOC_STREAMON")
  }

  func streamOff(_ node: V4L2Handle) throws(SystemError) {
    var type = Int32(bitPattern: node.type)
    try check(unsafe retake_v4l2_streamoff(node.descriptor, &type), "VIDIOC_STREAMOFF")
  }

  func wait(
    _ node: V4L2Handle, orFor wakeup: Wakeup, milliseconds: Int?
  ) throws(SystemError) -> V4L2WaitResult {
    // A negative descriptor is passed over.
    var entries = [
      SystemCalls.PollEntry(node.descriptor, wantsRead: true),
      SystemCalls.PollEntry(wakeup.descriptor, wantsRead: true),
    ]
    try SystemCalls.poll(&entries, milliseconds: milliseconds)
    if entries[1].canRead { return .woken }
    if entries[0].isHungUp { return .failed }
    return entries[0].canRead ? .ready : .timedOut
  }

  // MARK: Helpers

  /// Runs `body` with a `v4l2_buffer` for mmap, and eight planes that it points to if the node has such.
  private func withBuffer<Result>(
    _ node: V4L2Handle, index: Int,
    _ body: (inout v4l2_buffer, UnsafeMutableBufferPointer<v4l2_plane>) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try unsafe withUnsafeTemporaryAllocation(of: v4l2_plane.self, capacity: 8) {
      (planes) throws(SystemError) -> Result in
      unsafe planes.initialize(repeating: v4l2_plane())
      var buffer = unsafe v4l2_buffer()
      unsafe buffer.index = UInt32(index)
      unsafe buffer.type = node.type
      unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
      if node.isMultiplanar {
        unsafe buffer.m.planes = planes.baseAddress
        unsafe buffer.length = 8
      }
      return try unsafe body(&buffer, planes)
    }
  }

  /// The rate of a time between frames; EINVAL for none.
  private func rate(_ interval: v4l2_fract) throws(SystemError) -> Rational {
    guard let numerator = Int32(exactly: interval.denominator), numerator > 0,
      let denominator = Int32(exactly: interval.numerator), denominator > 0
    else { throw SystemError("frame interval", code: EINVAL) }
    return Rational(numerator, denominator)
  }
}

extension V4L2Handle {
  fileprivate var type: UInt32 {
    (isMultiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE).rawValue
  }
}

extension V4L2DeviceFormat {
  fileprivate init(_ format: v4l2_format, isMultiplanar: Bool) {
    guard isMultiplanar else {
      let pix = unsafe format.fmt.pix
      self.init(
        fourCC: FourCC(value: pix.pixelformat), width: Int(pix.width), height: Int(pix.height),
        colorspace: pix.colorspace, encoding: pix.ycbcr_enc, quantization: pix.quantization,
        field: pix.field)
      strides[0] = Int(pix.bytesperline)
      sizes[0] = Int(pix.sizeimage)
      return
    }
    let pix = unsafe format.fmt.pix_mp
    self.init(
      fourCC: FourCC(value: pix.pixelformat), width: Int(pix.width), height: Int(pix.height),
      planeCount: min(4, Int(pix.num_planes)), colorspace: pix.colorspace,
      encoding: UInt32(pix.ycbcr_enc), quantization: UInt32(pix.quantization), field: pix.field)
    let planes = [pix.plane_fmt.0, pix.plane_fmt.1, pix.plane_fmt.2, pix.plane_fmt.3]
    for plane in 0..<4 {
      strides[plane] = Int(planes[plane].bytesperline)
      sizes[plane] = Int(planes[plane].sizeimage)
    }
  }
}

/// Throws the errno of a call that answered less than zero.
private func check(_ answer: Int32, _ operation: String) throws(SystemError) {
  if answer < 0 { throw SystemError.last(operation) }
}
