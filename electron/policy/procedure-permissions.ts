import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { Purpose } from '../../shared/domain/policy-permissions.ts'
import { refuseForbidden } from './refusals.ts'

type Domain = Readonly<Record<string, Purpose>>

const record = { list: 'read', get: 'read' } as const satisfies Domain

/**
 * What every procedure does, as far as a firm may forbid it. What depends on more than the procedure is judged again where it
 * happens: which address is reached, what a person answers to a question of the outbox, whether read-only is switched off.
 */
export const procedurePurposes: Readonly<Record<string, Domain>> = {
  app: {
    info: 'read',
    getPreferences: 'read',
    setPreferences: 'keep',
    openWindow: 'read',
    lastScreen: 'read',
    offer: 'keep',
    print: 'print',
    noteScreen: 'keep',
  },
  custody: {
    state: 'read',
    lock: 'keep',
    unlock: 'keep',
    active: 'keep',
    setPassphrase: 'keep',
    whatIsHere: 'read',
    removeEverything: 'keep',
  },
  policy: { get: 'read' },
  // No client's data is in a file of settings, nor in a support bundle.
  settings: { exportFile: 'keep', judge: 'read', apply: 'connect', about: 'read' },
  support: { preview: 'read', save: 'keep' },
  connections: {
    list: 'read',
    add: 'connect',
    remove: 'keep',
    signIn: 'connect',
    signOut: 'keep',
    open: 'connect',
    setReadOnly: 'keep',
    giveSecret: 'keep',
    openDemo: 'connect',
    setDemoService: 'keep',
    demoColleague: 'write',
  },
  sync: { start: 'connect', cancel: 'keep', status: 'read' },
  events: { subscribe: 'read' },
  households: { ...record, refreshValuations: 'connect' },
  individuals: record,
  entities: { ...record, refreshValuation: 'connect' },
  valuations: { ...record, observed: 'read' },
  documents: record,
  documentSummaries: { ...record, original: 'read' },
  users: record,
  setAside: { list: 'read' },
  search: { query: 'read' },
  rollUps: { household: 'read', checked: 'read', book: 'read' },
  views: { list: 'read', save: 'keep', remove: 'keep' },
  places: { recents: 'read', visit: 'keep', favourites: 'read', setFavourite: 'keep', me: 'read', setMe: 'keep' },
  drafts: { list: 'read', keep: 'keep' },
  assetClasses: { list: 'read', add: 'keep', addAll: 'keep', forget: 'keep', exportFile: 'export' },
  // A file that was written before may still be found.
  exports: { start: 'export', reveal: 'read' },
  outbox: {
    save: 'write',
    saveAll: 'write',
    counts: 'read',
    list: 'read',
    get: 'read',
    setPaused: 'keep',
    setAllPaused: 'keep',
    allPaused: 'read',
    // Discarding is left to a person; every other answer is a write, and judged as one.
    decide: 'keep',
    sendNow: 'write',
    serverIdOf: 'read',
    activity: 'read',
    entityDependents: 'read',
    deleteEntity: 'write',
    exportUnsent: 'export',
    exportActivity: 'export',
  },
  bulk: { preview: 'read', apply: 'write' },
  imports: {
    begin: 'keep',
    append: 'keep',
    removePart: 'keep',
    describe: 'read',
    judge: 'keep',
    rows: 'read',
    apply: 'write',
    exportRefused: 'export',
    drop: 'keep',
  },
  travel: { list: 'read', get: 'read', pin: 'keep', unpin: 'keep', check: 'connect', stop: 'keep', setBudget: 'keep' },
  files: {
    held: 'read',
    heldOf: 'read',
    fetch: 'connect',
    read: 'read',
    open: 'save-as',
    dragOut: 'save-as',
    opened: 'read',
    removeOpened: 'keep',
    saveAs: 'save-as',
    remove: 'keep',
    thumbnails: 'read',
    keepThumbnail: 'keep',
  },
  intake: {
    list: 'read',
    // What is taken in is there to be uploaded.
    announce: 'write',
    arrived: 'read',
    takeArrived: 'write',
    dismissArrived: 'keep',
    giveUp: 'keep',
    change: 'keep',
    remove: 'keep',
    restore: 'keep',
    submit: 'write',
  },
}

/** What a procedure does, by its path (`households.list`); undefined for one that the table does not know. */
export function purposeOf(procedure: string): Purpose | undefined {
  const [domain = '', name = ''] = procedure.split('.')
  const procedures = Object.hasOwn(procedurePurposes, domain) ? procedurePurposes[domain] : undefined
  return procedures !== undefined && Object.hasOwn(procedures, name) ? procedures[name] : undefined
}

/**
 * Asked before every procedure. One that the table does not know counts as whatever can be forbidden.
 *
 * @throws AppError `policy/forbidden`
 */
export function refuseForbiddenProcedure(procedure: string, policy: FirmPolicy): void {
  const purpose = purposeOf(procedure)
  const asked: readonly Purpose[] = purpose === undefined ? ['write', 'export', 'save-as', 'print'] : [purpose]
  for (const each of asked) refuseForbidden(each, policy)
}
