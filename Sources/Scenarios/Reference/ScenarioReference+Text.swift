// What the scenario reference says around its tables.

import Records

extension ScenarioReference {
  static let head = """
    <!-- Written by `make docs` from the scenario reader's own tables (Sources/Scenarios/Plan). Do
         not edit. -->

    # Scenario files

    A scenario says which meters are on the air, what happens, and what must be seen. It is YAML, one
    scenario or one table of them a file, at most 1 MB; anchors, aliases and tags are refused. Whatever the reader does
    not know is an error with its line and column, and with a suggestion where one is near. No
    scenario says how it is run: whether in virtual or in real time, on which adapters.

    ```yaml
    scenario: The link drops, and the central comes back after 1 s
    covers: [RETRY-1]
    meters:
      - model: UM25C
        load: {volts: 5.08, amperes: 1.2}
    timeline:
      - central: connect
      - expect: {state: dataIsAvailable, within: 5s}
      - fault: {link: disconnect, reason: 0x13}
      - expect: {attempts: [1s], tolerance: 20ms}
      - expect: {measurement: {volts: 5.08, amperes: 1.2}, within: 5s}
    ```

    This page is what `meterloop reference` prints. The files in [scenarios](../scenarios) explain
    themselves line by line.
    """

  static let variables = """
    A variable is a name of letters, digits and `_`, a letter first. `$name` in any value stands for
    what the variable is: alone it may be anything, a list or a mapping too; within a text it has to
    be a text or a number. `$$` is a dollar sign. Nothing is computed and no program is run. Keys, the
    paths of `include` and the values of variables themselves have none.

    `variables:` gives constants. `cases:` is a table: each row gives values, which count before those
    of `variables:`, and is a scenario of its own, with its own run, verdict and folder. It is called
    `FILE[CASE]` in all reports, after the row's `case:` or else after its values, and can be run alone
    by that name: `meterloop test 'models.yaml[UM25C]'`. `--filter` looks into that name too.

    ```yaml
    scenario: A $model that hangs up is connected to again after $first, and read
    variables:
      volts: 5.08
    cases:
      - {case: as documented, model: UM25C, profile: documented, first: 1s}
      - {case: as sold, model: UM25C, profile: factory, first: 1s}
    meters:
      - {model: $model, profile: $profile, load: {volts: $volts, amperes: 1.2}}
    timeline:
      - central: connect
      - expect: {measurement: {volts: $volts}, within: 5s}
      - fault: {link: disconnect, reason: 0x13}
      - expect: {attempts: [$first], tolerance: 20ms}
    ```

    A variable that is not there, and one of the file or the row that nothing uses, are errors. A
    table has at most 1000 rows.
    """

  static let parts = """
    `include:` at the top names files that are mappings of these keys. Meters and variables of all of
    them come together; where two say something, the later file counts, and the including file most.

    \(Markdown.table(ScenarioKeys.part))

    `- include: PATH` in a timeline stands for the steps of a file that is a list of steps. Paths begin
    at the folder of the file that they stand in. Includes go at most \(Assembly.maximumDepth) levels
    deep, and no file includes itself. Where a folder is named, what begins with `_` in it is taken for
    shared parts and is not run by itself. An error in a shared part names both places. The variables of
    the including file hold in a part too; those that a part offers need not be used.
    """

  static let load = """
    A steady load is a mapping of these; in `meters:`, what is not said is 5 V and no current.
    """

  static let changingLoad = """
    A load that changes by itself is a mapping with one of these keys. Its time begins with the meter,
    or with the step that plugs it in, and goes on while the meter has no supply.
    """

  static let recording = """
    The path, from the scenario's folder, of a table with a point in each line: seconds, volts and
    amperes, with commas, semicolons or tabs between them. A first line of names (`seconds`, `time_s`
    or `time`; `volts`, `voltage` or `V`; `amperes`, `current` or `A`) may put them in another order
    and among others. The load goes straight from each point to the next; the last one stays. Times
    rise; empty lines, and what follows a `#`, are passed over.
    Where semicolons or tabs are between them, numbers may have a decimal comma. Each line has as many
    cells as the first.
    """

  static let meters = """
    A documented TC66C has no requests: it reports once a second while a central has subscribed. A
    factory TC66C with the older radio notifies without a subscription, takes Write Requests only, and
    lets Write Commands pass without a word.
    """

  static let advertising = """
    The advertisements of real meters were never published: the defaults are ours.
    """

  static let severalCentrals = """
    `centrals:` puts several on the air, each a process of its own on an adapter of its own. Together with
    the meters they are at most \(CentralReader.adapters).

    ```yaml
    scenario: A meter that a phone holds cannot be had by a tablet until the phone lets go
    meters: [{model: UM25C}]
    centrals:
      - name: phone
      - name: tablet
    timeline:
      - central: {name: phone, do: connect}
      - expect: {state: dataIsAvailable, central: phone, within: 5s}
      - central: {name: tablet, do: connect}
      - expect: {never: connection, central: tablet, for: 10s}
      - central: {name: phone, do: disconnect}
      - expect: {state: dataIsAvailable, central: tablet, within: 10s}
    ```
    """

  static let severalCentralsInReports = """
    Commands then name the central, and so does an expectation of what it sees, of its attempts and of
    its drops; without a name they are an error. A fault that would hit one central names it too. The
    policy is told to all, and each is held to the rules of `always`. Each record has the adapter that it
    is of, and the air's have the link; reports call a central by its name.
    """

  static let policy = """
    The limits travel in the driver protocol's `configure`. A central that refuses them makes a
    scenario that sets any unknown, for then it cannot be measured.
    """

  static let steps = """
    A step is a mapping with one key, and `at` beside it if it has a time of its own. Steps are taken
    in order, each when the one before it has ended.
    """

  static let expectations = """
    An expectation has one subject, which says what is to be seen, and beside it when, how often and
    how exactly.
    """

  static let details = """
    Details are written as they stand in the [records](#witnesses-and-their-records): those that an
    expectation names must match, the others may be anything. Numbers that are measured match
    within the tolerance; whole numbers, words and times match exactly. `adapter:` is a detail that
    every record has: 0 for the central's, 1 for the first meter's; of several centrals the second is
    on the adapter behind the last meter's.

    Only one record meets an expectation, and a record meets only one: two `requested` in a row need
    two of them. For `attempts`, what counts as an attempt is explained in
    [the guide to reconnect timing](guide-reconnect.md).
    """

  static let time = """
    A cursor marks where the step before ended: for a command, a fault, a lift or a load the moment it
    was given, for a wait its end, for an expectation **the time of the record that met it** (for
    `never` and a range of counts, the end of the watch; for `attempts` and `order`, the last record).
    The `at` of a step puts the cursor at that time. An expectation looks at the records from the
    cursor on, that moment included, and `within`, `at` and `for` count from it too. `attempts` also
    looks back for the drop.

    Records are judged by the time that they carry, not by when the harness came to read them. So
    steps are written in the order in which things happen; things of the same moment can stand in
    any order.
    """

  static var units: String {
    let quantities = [Quantity.volts, .amperes, .watts, .celsius, .ohms]
    let rows =
      [["time", TimeUnit.all.map { "`\($0.symbol)`" }.joined(separator: ", "), "required"]]
      + quantities.map { quantity in
        [
          quantity.name, quantity.units.map { "`\($0.symbol)`" }.joined(separator: ", "),
          "`\(quantity.units[0].symbol)` if not said",
        ]
      }
    return Markdown.table(["Quantity", "Units", "Unit"], rows)
      + "\n\nA time is at most 24 h. Whole numbers are decimal or hexadecimal (`0x13`)."
  }

  static let witnesses = """
    Three witnesses record every run, independently of each other, and the harness notes what it did:

    | Witness | What it sees | Believed about |
    | --- | --- | --- |
    | `air` | HCI packets between the kernel and its controllers | links, attempts, scans, times |
    | `emulator` | GATT calls that reach the meter, and what it sends | requests, subscriptions |
    | `central` | the central's own word, over the driver protocol | states, decoded values |
    | `harness` | commands, faults and steps | nothing that a central is judged by |

    A failure shows the values of a measurement that people look at first, and those that it is about;
    the run's `records.jsonl` has all.

    A central that speaks no driver protocol has no records of its own; a scenario that asks only
    the air and the emulator judges it all the same.
    """

  static let verdicts = """
    | Verdict | Meaning |
    | --- | --- |
    | passed | Every step held and every fault fired. |
    | failed | An expectation did not hold, a fault did not fire, or the central refused a command, \
    ended, hung or broke the driver protocol. |
    | broken | The harness or the machine failed; that says nothing of the central. |
    | unknown | Something could not be measured: the central cannot be told what the scenario needs. |
    | skipped | It was not run: this machine's adapters, with `--lane host`, cannot bring about or \
    measure what it asks for. |
    """
}
