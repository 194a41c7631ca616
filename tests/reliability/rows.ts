/** One row of the table: what is done to Steward, what must hold, and the command that runs it. */
export type ReliabilityRow = {
  id: string
  /** The attack or fault. */
  what: string
  /** The promise to keep; a single violation fails the row. */
  promise: string
  /** The number of repetitions with and without `--short`. */
  short: number
  long: number
  /** The unit of that number. */
  unit: string
  command: (runs: number, seed: number) => string[]
}

const crash = (part: string) => (runs: number, seed: number) => [
  'tests/crash/main.ts',
  ...['--part', part, '--seed', String(seed), '--runs', String(runs)],
]

/** In table order. */
export const reliabilityRows: readonly ReliabilityRow[] = [
  {
    id: 'kill',
    what: 'SIGKILL at random moments, while a person writes, a sync runs and it opens',
    promise: 'no acknowledged write lost, nothing damaged, nothing made twice that nobody asked for',
    short: 10,
    long: 200,
    unit: 'kills',
    command: crash('kill'),
  },
  {
    id: 'upload',
    what: 'the same, while files are taken in and uploaded',
    promise: 'every file arrives once and whole, none is left behind',
    short: 6,
    long: 200,
    unit: 'kills',
    command: crash('upload'),
  },
  {
    id: 'inject',
    what: 'killed at every so many calls to the disk, until it gets through: one edit, and one migration',
    promise: 'the same; the ledger is copied before it is migrated',
    short: 45,
    long: 5,
    unit: 'calls apart',
    command: (step, _seed) => ['tests/crash/main.ts', '--part', 'inject', '--step', String(step)],
  },
  {
    id: 'io',
    what: 'ENOSPC or EIO at one call to the disk, or at all from one on',
    promise: 'an error with a name, no false "saved", nothing taken for damage, the next opening is like any other',
    short: 6,
    long: 300,
    unit: 'lives',
    command: crash('io'),
  },
  {
    id: 'disk',
    what: 'a disk that is full, or takes no writes; a ledger that another program holds',
    promise: 'it can be read on, the reason is said, and it saves again within 5 s',
    short: 3,
    long: 30,
    unit: 'disks',
    command: crash('disk'),
  },
  {
    id: 'corrupt',
    what: 'bytes flipped, pages emptied, files cut, lengthened, their logs removed',
    promise:
      'set aside and never deleted; nothing is shown that nobody wrote; intact rows of the ledger go on; lost writes are told',
    short: 4,
    long: 500,
    unit: 'corruptions',
    command: crash('corrupt'),
  },
  {
    id: 'migrate',
    what: 'stores of every schema opened, whole and killed on the way; newer ones',
    promise: 'every row comes along, the ledger is copied before; newer ones are refused untouched',
    short: 10,
    long: 200,
    unit: 'openings',
    command: crash('migrate'),
  },
  {
    id: 'second',
    what: 'started three times at once after a kill, with writes that wait',
    promise: 'one has the folder, the others show it; nothing is sent twice',
    short: 1,
    long: 50,
    unit: 'rounds',
    command: crash('second'),
  },
  {
    id: 'flaps',
    what: 'the network goes and comes back, often before its names do, or the computer sleeps, in virtual time',
    promise: 'waits grow to five minutes at most; what a colleague wrote is there within 10 s of the return',
    short: 24,
    long: 1_000,
    unit: 'flaps',
    command: crash('flaps'),
  },
  {
    id: 'clock',
    what: "the computer's clock set back and forward by up to three days, in virtual time",
    promise: 'as below',
    short: 8,
    long: 1_000,
    unit: 'days',
    command: crash('clock'),
  },
  {
    id: 'faults',
    what: 'random writes, faults of the network and the service, colleagues and crashes, in virtual time',
    promise: 'it comes to an end, loses nothing, makes nothing twice, overwrites nobody',
    short: 40,
    long: 5_000,
    unit: 'days',
    command: (runs, seed) => ['tests/faults/main.ts', '--seed', String(seed), '--runs', String(runs)],
  },
]
