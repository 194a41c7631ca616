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
    what: 'SIGKILL at random moments, while a user writes, a sync runs or Steward opens',
    promise: 'no acknowledged write is lost, nothing is damaged, nothing is created twice without being asked for',
    short: 10,
    long: 200,
    unit: 'kills',
    command: crash('kill'),
  },
  {
    id: 'upload',
    what: 'the same, while files are added and uploaded',
    promise: 'every file is received once and complete, none is left behind',
    short: 6,
    long: 200,
    unit: 'kills',
    command: crash('upload'),
  },
  {
    id: 'inject',
    what: 'killed at every n-th call to the disk, until it completes: one edit, and one migration',
    promise: 'the same; the ledger is copied before it is migrated',
    short: 45,
    long: 5,
    unit: 'calls apart',
    command: (step, _seed) => ['tests/crash/main.ts', '--part', 'inject', '--step', String(step)],
  },
  {
    id: 'io',
    what: 'ENOSPC or EIO at one call to the disk, or at every call from one on',
    promise: 'a named error, no false "saved", nothing is taken for damage, the next opening is normal',
    short: 6,
    long: 300,
    unit: 'lives',
    command: crash('io'),
  },
  {
    id: 'disk',
    what: 'a full or read-only disk; a ledger that another program has locked',
    promise: 'reading continues, the reason is shown, and saving works again within 5 s',
    short: 3,
    long: 30,
    unit: 'disks',
    command: crash('disk'),
  },
  {
    id: 'corrupt',
    what: 'bytes flipped, pages emptied, files cut or lengthened, their logs removed',
    promise:
      'set aside, never deleted; nothing is shown that was never written; intact rows of the ledger are kept; lost writes are reported',
    short: 4,
    long: 500,
    unit: 'corruptions',
    command: crash('corrupt'),
  },
  {
    id: 'migrate',
    what: 'stores of every schema version opened, undisturbed and killed on the way; newer ones',
    promise: 'every row is migrated, the ledger is copied first; newer ones are refused, untouched',
    short: 10,
    long: 200,
    unit: 'openings',
    command: crash('migrate'),
  },
  {
    id: 'second',
    what: 'started three times at once after a kill, with pending writes',
    promise: 'one gets the folder, the others show its window; nothing is sent twice',
    short: 1,
    long: 50,
    unit: 'rounds',
    command: crash('second'),
  },
  {
    id: 'flaps',
    what: 'the network goes and returns, often before name resolution does, or the computer sleeps, in virtual time',
    promise: 'waits grow to at most five minutes; a colleague’s changes are synced within 10 s of the return',
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
    promise: 'it ends, loses nothing, creates nothing twice, overwrites no colleague',
    short: 40,
    long: 5_000,
    unit: 'days',
    command: (runs, seed) => ['tests/faults/main.ts', '--seed', String(seed), '--runs', String(runs)],
  },
  {
    id: 'merges',
    what: 'two records of one person, and two households, merged, with kills, lost answers and a colleague in between, in virtual time',
    promise:
      'no document without its person, no record without its household; none of the two is deleted before nothing belongs to it, or changed unseen; undo and put back hold',
    short: 20,
    long: 1_000,
    unit: 'merges of each',
    command: (runs, seed) => [
      'tests/faults/main.ts',
      '--only',
      'merges',
      '--seed',
      String(seed),
      '--runs',
      String(runs),
    ],
  },
  {
    id: 'programs',
    what: 'hostile calls of another program that the user allowed: wrong, huge and forged requests to every command but a sync',
    promise:
      'each is answered or refused in the form of the protocol; nothing is written, here or at the service, and nothing ends',
    short: 150,
    long: 2_000,
    unit: 'calls',
    command: (calls, seed) => [
      'tools/safety/main.ts',
      ...['--programs', '--seed', String(seed), '--calls', String(calls)],
    ],
  },
]
