// The server's end of a channel: an echo on a run loop of a thread of its own.

import CoreBluetooth

final class EchoLine: NSObject, StreamDelegate, @unchecked Sendable {
  private let channel: CBL2CAPChannel

  init(_ channel: CBL2CAPChannel) {
    self.channel = channel
    super.init()
    let thread = Thread { [self] in
      for stream in [channel.inputStream, channel.outputStream] as [Stream?] {
        stream?.delegate = self
        stream?.schedule(in: .current, forMode: .default)
        stream?.open()
      }
      // Ends when both streams are closed, for then nothing is left to wait for.
      while channel.inputStream.streamStatus != .closed,
        RunLoop.current.run(mode: .default, before: .distantFuture)
      {}
      say("the run loop has ended")
    }
    thread.start()
  }

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .openCompleted: say("open \(aStream is InputStream ? "in" : "out")")
    case .hasBytesAvailable:
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = channel.inputStream.read(&buffer, maxLength: buffer.count)
      if count > 0 { _ = channel.outputStream.write(buffer, maxLength: count) }
    case .endEncountered, .errorOccurred:
      say("the channel has ended")
      channel.inputStream.close()
      channel.outputStream.close()
    default: break
    }
  }
}
