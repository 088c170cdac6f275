// Adapters out of btvirt's controllers and the kernel's vhci, with the air in between.

import EventLoop
import Records

/// Brings adapters up, one after the other, so that the kernel numbers them as the air does.
public final class AirBridge {
  /// Called once, when a port fails after its adapter came up: nothing works from then on.
  public var onFailure: ((PortError) -> Void)?

  private let loop: EventLoop
  private let air: Air
  private let controllerPath: String
  private let hostPath: String
  private let patience: Duration
  private var done: ((Result<[RadioAdapter], PortError>) -> Void)?
  private var giveUp: (any ScheduledWork)?

  /// A bridge for an air. An adapter that does not come up within `patience` is an error.
  public init(
    loop: EventLoop, air: Air, controllerPath: String = ControllerSocket.defaultPath,
    hostPath: String = "/dev/vhci", patience: Duration = .seconds(10)
  ) {
    self.loop = loop
    self.air = air
    self.controllerPath = controllerPath
    self.hostPath = hostPath
    self.patience = patience
  }

  /// Makes adapters until the air has `count` of them, then calls back with them; on the first
  /// error with that. btvirt may still be starting.
  public func bringUp(
    _ count: Int, _ done: @escaping (Result<[RadioAdapter], PortError>) -> Void
  ) {
    self.done = done
    next(count)
  }

  private func next(_ count: Int) {
    guard air.adapters.count < count else {
      finish(.success(air.adapters))
      return
    }
    connect(count, until: loop.now + patience)
  }

  private func connect(_ count: Int, until end: VirtualTime) {
    do {
      let controller = try ControllerSocket(loop: loop, path: controllerPath)
      let host = try VHCIPort(loop: loop, path: hostPath)
      join(controller, host, count)
    } catch .cannotOpen(let path, _) where path == controllerPath && loop.now < end {
      loop.after(.milliseconds(1)) { [weak self] in self?.connect(count, until: end) }
    } catch {
      finish(.failure(error))
    }
  }

  private func join(_ controller: ControllerSocket, _ host: VHCIPort, _ count: Int) {
    let adapter = air.addAdapter(controller: controller, host: host)
    controller.onPacket = { [unowned adapter] in adapter.fromController($0) }
    host.onPacket = { [unowned adapter] in adapter.fromHost($0) }
    controller.onFailure = { [unowned self] in fail($0) }
    host.onFailure = { [unowned self] in fail($0) }
    host.onIndex = { [unowned self, unowned adapter] index in
      if index != adapter.index { fail(.wrongIndex(adapter: adapter.index, kernel: index)) }
    }
    giveUp = loop.after(patience) { [unowned self] in
      finish(.failure(.noAddress(adapter: adapter.index)))
    }
    adapter.onAddress = { [unowned self] in
      giveUp?.cancel()
      // Virtual time stands still until the kernel is through with setting this one up.
      loop.after(.milliseconds(1)) { [weak self] in self?.next(count) }
    }
  }

  private func fail(_ error: PortError) {
    if done != nil { finish(.failure(error)) } else { onFailure?(error) }
  }

  private func finish(_ result: Result<[RadioAdapter], PortError>) {
    giveUp?.cancel()
    let done = done
    self.done = nil
    done?(result)
  }
}
