// The files that `meterloop init` writes.

/// A suite to begin with.
enum StarterSuite {
  static let workflow = ".github/workflows/meterloop.yaml"

  static let files: [(path: String, text: String)] = [
    ("scenarios/reads-the-meter.yaml", reading), ("scenarios/comes-back.yaml", comingBack),
    ("scenarios/every-meter.yaml", everyMeter), (workflow, continuousIntegration),
  ]

  private static let reading = """
    # A meter is on the air; the user wants it; the app shows what it measures.
    version: 1
    scenario: A UM25C is found, read, and followed when its load changes
    meters:
      - model: UM25C
        load: {volts: 5.08, amperes: 1.2}  # what is plugged into it
    timeline:
      - central: connect  # the user's wish; everything else is the app's doing
      - expect: {state: dataIsAvailable, within: 5s}
      - expect: {measurement: {volts: 5.08, amperes: 1.2}, within: 2s}

      # Another load, and the app has to show it.
      - meter: {load: {volts: 9.01, amperes: 2}}
      - expect: {measurement: {volts: 9.01, amperes: 2}, within: 3s}

    """

  private static let comingBack = """
    # What the app does when the link drops is asked of the air, not of the app.
    version: 1
    scenario: A meter that hangs up is connected to again after 1 s, and read
    meters:
      - model: UM25C
        load: {volts: 5.08, amperes: 1.2}
    timeline:
      - central: connect
      - expect: {measurement: {volts: 5.08}, within: 5s}

      # 0x13: the remote user terminated the connection. A fault that never fires fails the scenario.
      - fault: {link: disconnect, reason: 0x13}
      - expect: {attempts: [1s], tolerance: 20ms}
      - expect: {measurement: {volts: 5.08}, within: 2s}

    """

  private static let everyMeter = """
    # A table: each row is a run of its own, `every-meter.yaml[UM24C]` and so on.
    version: 1
    scenario: A $model as it is sold is told from the others and read
    cases:
      - {model: UM24C}
      - {model: UM25C}
      - {model: TC66C}
    meters:
      - {model: $model, profile: factory, load: {volts: 5.08, amperes: 1.2}}
    timeline:
      - central: connect
      - expect: {identified: $model, within: 5s}
      - expect: {measurement: {volts: 5.08, amperes: 1.2}, within: 5s}

      # Nothing that came was refused.
      - expect: {never: {rejected: {}}, for: 3s}

    """

  private static let continuousIntegration = """
    name: meterloop
    on: [push, pull_request]
    jobs:
      scenarios:
        runs-on: ubuntu-latest
        # Debian 12 with Swift. Neither Bluetooth nor privileges are needed.
        container: swift:6.3-bookworm
        env:
          # Where meterloop is cloned from.
          METERLOOP_REPOSITORY: ""
          METERLOOP_CACHE: /opt/meterloop-cache
        steps:
          - uses: actions/checkout@v4
          # The guest's kernel, which takes three minutes to build.
          - uses: actions/cache@v4
            with:
              path: /opt/meterloop-cache
              key: meterloop-kernel-${{ hashFiles('.github/workflows/meterloop.yaml') }}
          - run: git clone --depth 1 "$METERLOOP_REPOSITORY" /opt/meterloop
          - run: make -C /opt/meterloop build kernel
          - run: /opt/meterloop/.build/release/meterloop check scenarios
          - run: /opt/meterloop/.build/release/meterloop format --check scenarios
          - run: /opt/meterloop/.build/release/meterloop test scenarios --junit report.xml
          - if: always()
            uses: actions/upload-artifact@v4
            with:
              name: meterloop
              path: |
                report.xml
                results

    """
}
