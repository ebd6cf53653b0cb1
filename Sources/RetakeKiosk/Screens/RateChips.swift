internal import RetakeMedia

extension ScreenBuilder {
  /// What plays faster, slower or again, above the play button.
  mutating func rateChips() {
    let choices = state.rateChoices
    if let end = state.ratesEnd { changes(at: end) }
    guard !choices.isEmpty else { return }
    let share = state.player.ratesSince.map { Float(Motion.out(progress(since: $0, for: 0.24))) } ?? 1
    faded(by: share) { builder in
      var x: Float = 4
      for choice in choices { x = builder.rateChip(choice, x: x) + 2.4 }
    }
  }

  /// Returns where it ends.
  private mutating func rateChip(_ choice: Control, x: Float) -> Float {
    let font = Font.text(3.4)
    let words = if case .rate(let rate) = choice { strings.factor(rate) } else { "" }
    let isChosen = choice == .loop ? state.player.isLooping : choice == .rate(state.player.rate)
    // Targets are 12 high and wide at least, and 2.4 apart.
    let wide = choice == .loop ? 12 : max(12, textWidth(words, font) + 7.2)
    let box = Box(x, rateChipsY, wide, 9)
    pill(box, isChosen ? .solid(.white) : .smoke)
    if isPressed(choice) { pill(box, .solid((isChosen ? Color.ink : .white).faded(0.14))) }
    let color: Color = isChosen ? .ink : .white
    if choice == .loop {
      icon(.loop, box.centerX, box.centerY, size: 4.8, color)
    } else {
      text(words, font, color, x: box.centerX, centerY: box.centerY, .center, part: box)
    }
    target(choice, box, radius: 4.5)
    return box.maxX
  }

  /// Clear of the play button, upright of the scrub bar.
  private var rateChipsY: Float { transportY - (isPortrait ? 18.8 : 18.9) }
}
