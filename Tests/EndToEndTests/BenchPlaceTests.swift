// Where a client is in the bench: its folder, its files, its environment.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct BenchPlaceTests {
    /// A folder that a checkout may lie in, for each part of the tree that the bench treats alike.
    static let parents = [
      "/tmp", "/var/tmp", access("/home", W_OK) == 0 ? "/home" : NSHomeDirectory(),
    ]

    @Test(.enabled(if: Tool.isThere("python3"), "python3 is not installed"), arguments: parents)
    func aCheckoutAndItsVirtualEnvironmentWork(parent: String) throws {
      let folder = try BenchFolder(in: parent)
      #expect(
        try Tool.run("python3", ["-m", "venv", "--without-pip", folder.at("venv")]).code == 0)
      let library = try #require(folder.names("venv/lib").first)
      try folder.write("place = 'venv'\n", to: "venv/lib/\(library)/site-packages/installed.py")
      try folder.write("", to: "checkout/.git")
      try folder.write("place = 'checkout'\n", to: "checkout/lib/helper.py")
      try folder.write(
        """
        import os, sys
        sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))
        import helper, installed
        print(helper.place, installed.place, os.getcwd(), sys.prefix)

        """, to: "checkout/app/client.py")
      // From below the top, and a venv that nothing but the program's own path names.
      let outcome = try Meterloop.run(
        ["bench", "--", "../../venv/bin/python3", "client.py"], in: folder.at("checkout/app"))
      #expect(
        outcome.output
          == "checkout venv \(folder.at("checkout/app")) \(folder.at("venv"))\n", "\(outcome.all)")
    }

    @Test func aFileThatLiesInTmpItselfIsShownAlone() throws {
      let folder = try BenchFolder()
      let script = "\(folder.path).sh"
      try Data("echo ran; ls -d \(folder.path)\n".utf8).write(to: URL(filePath: script))
      defer { unlink(script) }
      // Started from /tmp, and from elsewhere: the folder beside it is not shown.
      let outcome = try Meterloop.run(
        ["bench", "--results", Meterloop.checkout + "/.build/place", "--", "/bin/sh", script],
        in: "/tmp")
      #expect(outcome.output == "ran\n", "\(outcome.all)")
      #expect(outcome.errors.contains("No such file or directory"), "\(outcome.all)")
    }

    @Test func onlyWhatIsNamedCanBeWritten() throws {
      let folder = try BenchFolder()
      try folder.write("old", to: "mine")
      try folder.write("", to: "open/there")
      let marker = "/tmp/" + (folder.path as NSString).lastPathComponent + "-scratch"
      let script = """
        for place in . /etc /usr /home; do touch $place/new 2>/dev/null && echo wrote $place; done
        echo new 2>/dev/null >mine && echo wrote mine
        for place in /tmp /var /var/tmp /run /dev/shm; do touch $place/new || echo no $place; done
        touch \(marker); echo here >open/made && mkdir open/made.d && rm open/there; true
        """
      let outcome = try Bench.run(["--writable", "open"], ["/bin/sh", "-c", script], in: folder)
      #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.all)")
      #expect(!outcome.errors.contains("touch:"), "\(outcome.all)")
      #expect(try folder.read("mine") == Data("old".utf8))
      #expect(folder.names("open") == ["made", "made.d"])
      #expect(access(marker, F_OK) != 0, "what is written to /tmp is gone afterwards")
    }

    @Test func aFolderUnderTmpIsHiddenUnlessItIsShown() throws {
      let folder = try BenchFolder()
      let other = try BenchFolder()
      try other.write("data", to: "file")
      let client = ["/bin/cat", other.at("file")]
      // An argument that names a file is shown; a name that the program makes up is not.
      #expect(try Bench.run([], client, in: folder).output == "data")
      let script = ["/bin/sh", "-c", "cat \(other.path)/file"]
      #expect(try Bench.run([], script, in: folder).code == 1)
      #expect(try Bench.run(["--show", other.path], script, in: folder).output == "data")
    }

    @Test func theEnvironmentIsTheUsersButForFive() throws {
      let folder = try BenchFolder()
      let given = [
        "PATH": "/usr/bin:/bin", "COLOUR": "b l\nue", "TMPDIR": "/nowhere", "PYTHONHASHSEED": "7",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere", "METERLOOP_ADAPTER": "hci9",
      ]
      let script = """
        printf '%s|' "$COLOUR" "$TMPDIR" "$PYTHONHASHSEED" "$DBUS_SYSTEM_BUS_ADDRESS" \
          "$METERLOOP_CENTRAL_ADAPTER" "$METERLOOP_ADAPTER" "$PATH"
        """
      let outcome = try Bench.run([], ["/bin/sh", "-c", script], in: folder, environment: given)
      #expect(
        outcome.output
          == "b l\nue|/tmp|7|unix:path=/run/dbus/system_bus_socket|hci0||/usr/bin:/bin|",
        "\(outcome.all)")
    }

    @Test(.enabled(if: Tool.isThere("python3"), "python3 is not installed"))
    func thereIsNoNetwork() throws {
      let folder = try BenchFolder()
      let outcome = try Bench.run(
        [], [Bench.python, "-c", "import socket; socket.socket(socket.AF_INET)"], in: folder)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("Address family not supported"), "\(outcome.all)")
    }
  }
}
