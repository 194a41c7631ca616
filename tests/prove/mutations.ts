/** A feature that is broken in the made-up Electron, and the step that must notice it. */
export type Mutation = {
  step: string
  /** The value of STEWARD_BROKEN. */
  broken: string
  /** A text that the report must have. */
  reason: RegExp
}

/** Steps that need another system, a locked screen, real archives or hours: `tests/unit/prove-desktop` tests their judgement. */
export const testedOnTheirOwn = [
  'specs',
  'this-system',
  'changed-archive',
  'screen-locked',
  'same-bytes',
  'unsigned-update',
]

/** At least one mutation for each other step. */
export const mutations: readonly Mutation[] = [
  { step: 'start', broken: 'unpacked', reason: /does not take the program for a packed one/ },
  { step: 'scheme', broken: 'origin', reason: /another origin|Timeout/ },
  { step: 'csp', broken: 'csp', reason: /could use (eval|an inline script|fetch)/ },
  { step: 'keychain', broken: 'keychain', reason: /could not be read/ },
  { step: 'keychain-locked', broken: 'unlocked', reason: /Your keychain is locked/ },
  { step: 'sign-in', broken: 'loopback', reason: /Timeout/ },
  { step: 'second-link', broken: 'second-start', reason: /second start ended with 1/ },
  { step: 'second-file', broken: 'second-start', reason: /second start ended with 1/ },
  { step: 'drop', broken: 'paths', reason: /Timeout/ },
  { step: 'drag-out', broken: 'icon', reason: /no icon/ },
  { step: 'menu-copy', broken: 'clipboard', reason: /did not copy/ },
  { step: 'pdf', broken: 'pdf', reason: /No PDF was written/ },
  { step: 'lock-events', broken: 'power', reason: /Timeout/ },
  { step: 'notices', broken: 'notices', reason: /refused the notification/ },
  { step: 'notices', broken: 'badge', reason: /no badge/ },
  { step: 'pac', broken: 'proxy', reason: /Chromium says DIRECT/ },
  { step: 'system-proxy', broken: 'proxy', reason: /Chromium says DIRECT/ },
  { step: 'wrong-update', broken: 'menu', reason: /cannot check for updates/ },
  { step: 'workers', broken: 'beside', reason: /does not lie beside/ },
  { step: 'demo-service', broken: 'service', reason: /No process/ },
  { step: 'worker-ends', broken: 'workers', reason: /No (list|worker)/ },
  { step: 'page-crashes', broken: 'reload', reason: /not loaded again/ },
  { step: 'removal', broken: 'removal', reason: /stayed/ },
  { step: 'fuses', broken: 'node', reason: /did not become ready/ },
  { step: 'refusals', broken: 'switches', reason: /starts with --no-sandbox/ },
  { step: 'store', broken: 'leak', reason: /contain the name of a household/ },
]
