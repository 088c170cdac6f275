// What someone who mistyped a word may have meant.

/// The nearest of `words` to `word`, if it is near enough to be worth naming. Case does not count.
public func suggestion(for word: String, among words: [String]) -> String? {
  guard word.count <= 64 else { return nil }
  let typed = Array(word.lowercased())
  let ranked = words.map { (word: $0, distance: editDistance(typed, Array($0.lowercased()))) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  let allowed = max(1, min(typed.count, best.word.count) / 3)
  return best.distance <= allowed ? best.word : nil
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`.
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [Int](repeating: 0, count: b.count + 1)
    row[0] = i
    for j in 1...b.count {
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
