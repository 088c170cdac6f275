// What one guest is to do, and the files that tell it.

import EventLoop

/// How a guest's clock runs.
public enum GuestTime: String, Sendable {
  /// Computing takes no time and sleeping is skipped over.
  case virtual
  /// The host's own time.
  case real
}

/// One guest: its kernel, what it sees of the host, and the program it is for.
public struct GuestPlan {
  /// The folder of the run, from the root: everything the guest writes is in it.
  public var folder: String
  /// The kernel's file.
  public var kernel: String
  /// The static first process's file.
  public var initProgram: String
  /// Memory for the guest, in MiB.
  public var memoryMebibytes = 128
  /// The folder that the memory's file is in.
  public var memoryFolder = "/dev/shm"
  /// How its clock runs.
  public var time = GuestTime.virtual
  /// What to show of the host, read-only, although memory covers it.
  public var shown = VisiblePaths()
  /// The host's folders that the guest may write to, besides the run's own.
  public var writable: [String] = []
  /// `NAME=VALUE` for the runner.
  public var environment: [String] = []
  /// The runner's program and arguments.
  public var runner: [String] = []
  /// Whether the run's clock begins at 0, at a moment that is as good as any other for the kernel's
  /// timers: then a run is the same in a guest that has had runs before.
  public var hasOwnZero = false
  /// Whether the guest serves another run after this one.
  public var stays = false
  /// Files that a guest that stays is to remember.
  public var held: [String] = []
  /// The settings of its bluetoothd.
  public var bluetoothd = BluetoothdConfiguration()

  /// A guest for one runner.
  public init(folder: String, kernel: String, initProgram: String, runner: [String]) {
    self.folder = folder
    self.kernel = kernel
    self.initProgram = initProgram
    self.runner = runner
  }

  /// What a guest's wall clock says when it boots: the first of January 2026.
  private static let epochSeconds = 1_767_225_600

  /// Of what the moment is a multiple at which a run may begin, in seconds: 102,400 of the kernel's
  /// ticks, which its timers of up to forty minutes are rounded to parts of (kernel/time/timer.c).
  private static let periodSeconds = 1024

  /// The folder as the guest's first process reads it.
  var encodedFolder: String { Self.percentEncoded(folder) }

  /// The kernel's command line. The kernel joins the arguments and splits them again at what it takes
  /// for a space, which some bytes of other characters are too.
  func kernelArguments() -> [String] {
    var arguments = [
      kernel, "mem=\(memoryMebibytes)M",
      // With no block layer the kernel insists on a root device's name; the root is the host's.
      "root=none", "rootfstype=hostfs", "rootflags=/", "ro",
      "init=\(Self.quoted(initProgram))", "con=null", "con0=fd:0,fd:1", "quiet",
      // The same addresses in each run, so that nothing that depends on them differs.
      "norandmaps",
      "uml_dir=uml/", "umid=guest", "meterloop_run=\(encodedFolder)",
    ]
    if time == .virtual {
      // The wall clock's zero is fixed too, for programs that look at it.
      arguments += [
        "time-travel=inf-cpu", "time-travel-start=\(Self.epochSeconds)000000000",
      ]
    }
    return arguments
  }

  /// What the kernel takes for one word.
  private static func quoted(_ path: String) -> String {
    path.utf8.allSatisfy(isPlain) ? path : "\"\(path)\""
  }

  /// As the guest's first process decodes it.
  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      isPlain(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_": true
    default: false
    }
  }

  /// Writes the plan and the daemons' configurations into the run's folder.
  func writeFiles() throws(BenchError) {
    let bus = try Part.dbusDaemon.located()
    let bluetoothdPath = try Part.bluetoothd.located()
    let btvirt = try Part.btvirt.located()
    var lines = VisiblePaths.covered.map { ["memory", $0] }
    if stays {
      lines.append(["stay"])
      for path in held where !VisiblePaths.isCovered(path) { lines.append(["hold", path]) }
    }
    for path in shown.folders { lines.append(["host", "ro", path]) }
    for path in shown.files { lines.append(["file", path]) }
    for path in ([folder] + writable).sorted() { lines.append(["host", "rw", path]) }
    lines += [
      ["folder", "/run/dbus"], ["folder", "/var/lib/bluetooth"], ["folder", "/var/tmp"],
    ]
    // After what differs between a first run and the next: a system call that fails takes a microsecond.
    if hasOwnZero, time == .virtual {
      lines.append(["clock", "\(Self.periodSeconds)", "\(Self.epochSeconds)"])
    }
    lines += [
      [
        "daemon", "dbus-daemon", "address", bus, "--nofork", "--nopidfile", "--nosyslog",
        "--config-file=bus.conf", "--print-address=3",
      ],
      ["daemon", "btvirt", "none", btvirt, "-s"],
      // By a name alone: GLib takes no path in it that is not of the locale's characters.
      ["daemon", "bluetoothd", "none", bluetoothdPath, "-n", "-f", "main.conf"],
    ]
    for variable in environment { lines.append(["environment", variable]) }
    lines.append(["runner"] + runner)
    if initProgram.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) {
      throw BenchError(
        "the path of meterloop's own program holds a double quote or a control character, which the "
          + "guest's kernel cannot be told: " + initProgram.debugDescription,
        remedy: "Move it to another folder.")
    }
    for word in lines.joined() where word.contains("\t") || word.contains("\n") {
      throw BenchError(
        "a path or argument holds a tab or a line break, which the guest's plan cannot carry: "
          + word.debugDescription, remedy: "Rename it, or put it into a file.")
    }
    do {
      let text = lines.map { $0.joined(separator: "\t") + "\n" }.joined()
      try Files.write(text, to: folder + "/guest.plan")
      try Files.write(Self.busConfiguration, to: folder + "/bus.conf")
      try Files.write(bluetoothd.text, to: folder + "/main.conf")
    } catch { throw RunFolders.unwritable(error) }
  }

  /// A bus on which everyone may do everything: it lives and dies with its guest.
  private static let busConfiguration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>system</type>
      <listen>unix:path=/run/dbus/system_bus_socket</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow user="*"/>
        <allow own="*"/>
        <allow send_type="method_call"/>
        <allow send_destination="*" eavesdrop="true"/>
        <allow receive_sender="*"/>
      </policy>
    </busconfig>

    """
}
