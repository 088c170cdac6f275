// The ways in which a plan can be made smaller, the boldest first.

import Faults

extension FuzzPlan {
  /// Plans that are smaller than this one by one step. Each is valid; whether it still fails has to be
  /// tried.
  var reductions: [FuzzPlan] {
    dropping + withoutFaults + withoutActions + simpler + withoutCap
  }

  /// The plan for a central that gives up soon: what counts attempts, and counts them wrongly, does so
  /// after fewer of them.
  var withSmallCaps: [FuzzPlan] {
    [1, 2].map { cap in
      var plan = self
      plan.attemptCap = cap
      return plan
    }
  }

  /// The plan without what comes after this exchange.
  func ending(with last: Int) -> FuzzPlan { with(Array(exchanges[...last])) }

  private var withoutCap: [FuzzPlan] {
    guard attemptCap != nil else { return [] }
    var plan = self
    plan.attemptCap = nil
    return [plan]
  }

  /// Fewer exchanges: halves, then one less.
  private var dropping: [FuzzPlan] {
    guard exchanges.count > 1 else { return exchanges.isEmpty ? [] : [with([])] }
    var smaller: [FuzzPlan] = []
    if exchanges.count > 3 {
      let half = exchanges.count / 2
      smaller = [with(Array(exchanges[half...])), with(Array(exchanges[..<half]))]
    }
    return smaller
      + exchanges.indices.map { index in
        var rest = exchanges
        rest.remove(at: index)
        return with(rest)
      }
  }

  private var withoutFaults: [FuzzPlan] {
    removing { if case .fault = $0 { true } else { false } }
  }

  /// Less that is done: a change of the user's mind goes as a whole.
  private var withoutActions: [FuzzPlan] {
    let waits = removing { if case .wait = $0 { true } else { false } }
    let users = exchanges.indices.compactMap { index -> FuzzPlan? in
      var plan = self
      plan.exchanges[index].actions.removeAll { $0 == .connect || $0 == .disconnect }
      return plan == self ? nil : plan
    }
    return users + waits
  }

  private func removing(_ isMeant: (FuzzAction) -> Bool) -> [FuzzPlan] {
    exchanges.indices.flatMap { exchange in
      exchanges[exchange].actions.indices.compactMap { action in
        guard isMeant(exchanges[exchange].actions[action]) else { return nil }
        var plan = self
        plan.exchanges[exchange].actions.remove(at: action)
        return plan
      }
    }
  }

  /// Fewer arguments, shorter bytes, rounder numbers.
  private var simpler: [FuzzPlan] {
    exchanges.indices.flatMap { exchange in
      exchanges[exchange].actions.indices.flatMap { action -> [FuzzPlan] in
        let others: [FuzzAction]
        switch exchanges[exchange].actions[action] {
        case .fault(let fault): others = fault.simpler.map { .fault($0) }
        case .wait(let milliseconds): others = Self.rounder(milliseconds)
        case .connect, .disconnect: others = []
        }
        return others.map { other in
          var plan = self
          plan.exchanges[exchange].actions[action] = other
          return plan
        }
      }
    }
  }

  private static func rounder(_ milliseconds: Int) -> [FuzzAction] {
    [1000, 100, 10].filter { $0 < milliseconds && milliseconds % $0 != 0 }
      .map { .wait(milliseconds: (milliseconds / $0 + 1) * $0) }
  }

  private func with(_ exchanges: [FuzzExchange]) -> FuzzPlan {
    var plan = self
    plan.exchanges = exchanges
    return plan
  }
}

extension FuzzFault {
  /// The fault with one argument less, or a simpler one.
  fileprivate var simpler: [FuzzFault] {
    let parameters = type?.parameters ?? []
    return arguments.indices.flatMap { index -> [FuzzFault] in
      var without = self
      without.arguments.remove(at: index)
      let kind = parameters.first { $0.name == arguments[index].name }?.kind
      let others = Self.simpler(arguments[index].value, kind).map { value in
        var other = self
        other.arguments[index].value = value
        return other
      }
      return [without] + others
    }
    .filter(\.isAcceptable)
  }

  private static func simpler(_ value: FaultValue, _ kind: FaultParameter.Kind?) -> [FaultValue] {
    switch value {
    case .duration(let duration):
      let milliseconds = Int(duration / .milliseconds(1))
      return [1, 100, 1000, 5000].filter { $0 < milliseconds }.map { .duration(.milliseconds($0)) }
    case .integer(let integer):
      var lowest = 0
      switch kind {
      case .integer(let range): lowest = range.lowerBound
      case .errorCode: lowest = 1
      default: break
      }
      return [lowest, (lowest + integer) / 2].filter { $0 < integer }.map { .integer($0) }
    case .bytes(let bytes):
      let shorter = [0, 1, bytes.count / 2, bytes.count - 1].filter { $0 >= 0 && $0 < bytes.count }
      let zeros = [UInt8](repeating: 0, count: bytes.count)
      return shorter.map { .bytes(Array(bytes.prefix($0))) }
        + (bytes == zeros ? [] : [.bytes(zeros)])
    case .text, .flag: return []
    }
  }
}
