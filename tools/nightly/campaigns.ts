/** The campaigns of a night, each with the arguments of its npm script. A seed reproduces a run. */
export const campaigns: Readonly<Record<string, (seed: number) => readonly string[]>> = {
  faults: (seed) => ['faults', '--', '--seed', String(seed), '--runs', '5000'],
  crash: (seed) => ['crash', '--', '--seed', String(seed), '--runs', '200'],
  upload: (seed) => ['crash', '--', '--part', 'upload', '--seed', String(seed), '--runs', '50'],
  tables: (seed) => ['tables', '--', '--seed', String(seed), '--runs', '2000'],
  statements: (seed) => ['statements', '--', '--seed', String(seed), '--runs', '500'],
  documents: (seed) => ['documents', '--', '--seed', String(seed), '--runs', '1000'],
  scans: (seed) => ['scans', '--', '--seed', String(seed), '--runs', '60'],
  fuzz: (seed) => ['safety', '--', '--fuzz', '--seed', String(seed)],
  properties: (seed) => ['properties', '--', '--seed', String(seed)],
  screens: (seed) => ['screens', '--', '--seed', String(seed)],
  mutations: () => ['prove-mutations'],
  'mutation-score': (seed) => ['mutation-score', '--', '--seed', String(seed), '--sample', '10'],
  soak: (seed) => ['soak', '--', '--seed', String(seed), '--minutes', '30'],
  behind: () => ['behind'],
  reproducible: () => ['reproducible', '--', '--install'],
}

/** Returns the command that repeats a run, as typed. */
export const commandOf = (campaign: string, seed: number): string =>
  `npm run ${campaigns[campaign]?.(seed).join(' ') ?? campaign}`
