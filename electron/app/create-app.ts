import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { everyPreference } from '../../shared/domain/preferences.ts'
import { createAppUseCases } from '../api/app.ts'
import { createAssetClassUseCases } from '../api/asset-classes.ts'
import { createBulkUseCases } from '../api/bulk.ts'
import { createChangesUseCases } from '../api/changes.ts'
import { addConnection, createConnectionUseCases, importConnection } from '../api/connections.ts'
import type { Core, UseCases } from '../api/core.ts'
import { createDateUseCases } from '../api/dates.ts'
import { createDoublesUseCases } from '../api/doubles.ts'
import { createEstateUseCases } from '../api/estate.ts'
import { createEventHub } from '../api/event-hub.ts'
import { createExports, type Exports } from '../api/exports.ts'
import { createFactsUseCases } from '../api/facts.ts'
import { createFileUseCases } from '../api/files.ts'
import { createImportUseCases, localDay } from '../api/imports.ts'
import { createIntake, followPagesAllowed, type Intake } from '../api/intake.ts'
import { createFindLink } from '../api/links.ts'
import { type AppLock, openAppLock } from '../api/lock.ts'
import { createOutboxUseCases } from '../api/outbox.ts'
import { createPackUseCases } from '../api/packs.ts'
import { createPolicyUseCases, openPolicy } from '../api/policy.ts'
import {
  createPresenterMode,
  guardUseCases,
  type PresenterMode,
  refuseWhilePresenting,
} from '../api/presenting/presenting.ts'
import { createRecordUseCases } from '../api/records.ts'
import { createSettingsUseCases } from '../api/settings.ts'
import { createStatementUseCases } from '../api/statements.ts'
import { createSupportUseCases } from '../api/support.ts'
import { createTextSearch, type TextSearch } from '../api/texts.ts'
import { createTodayUseCases, type RuleSources } from '../api/today.ts'
import { createTravelUseCases } from '../api/travel.ts'
import { createViewUseCases } from '../api/views.ts'
import { createCheckSteps } from '../auth/check-connection.ts'
import { createRuntimes } from '../connections/connection-runtime.ts'
import { createFirmConnections } from '../connections/firm-connections.ts'
import { findUnfinished } from '../connections/unfinished-work.ts'
import type { StartThread } from '../data/workers/worker-client.ts'
import { createDemoFirm } from '../demo/demo-firm.ts'
import { createDemoService } from '../demo/demo-service.ts'
import { demoCandidates, demoStatements } from '../demo/demo-statements.ts'
import { createOpenedCopies } from '../documents/opened-copies.ts'
import { createImportMappingsFile } from '../imports/mappings-file.ts'
import { type ChosenKeychain, chooseKeychain, madeChoice } from '../keychain/choose-keychain.ts'
import { createClientSecrets } from '../keychain/client-secret-entries.ts'
import { createDemoFileKeychain } from '../keychain/demo-file-keychain.ts'
import { type Log, logAppEvents, logPolicy, logStart, noLog } from '../logs/log.ts'
import { type Clock, type IdleClock, systemClock, systemIdleClock } from '../platform/clock.ts'
import type { Shell } from '../platform/host.ts'
import { watchNetwork } from '../platform/system-events.ts'
import { refuseForbiddenProcedure } from '../policy/procedure-permissions.ts'
import { createPrograms, type Programs } from '../programs/programs.ts'
import { finishAtStart } from '../security/remove-everything.ts'
import { createLastPolicy, createProgramChoice } from '../security/sealed-settings.ts'
import { createPreferencesFile } from '../settings/preferences-file.ts'
import { readRulesFile } from '../settings/rules-file.ts'
import { createStatementReader, type StatementReader } from '../statements/reader.ts'
import { readSecurityKindsFile } from '../statements/security-kinds-file.ts'
import type { Connection } from '../tenants/connection.ts'
import { createSavedConnections } from '../tenants/saved-connections.ts'
import { findScanEngine, holdScans } from '../texts/scan-engine-files.ts'
import { createTextReader, scanLimits } from '../texts/text-reader.ts'
import { enforcePolicy } from './enforce-policy.ts'
import { showNotifications } from './notifications.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

type CoreOptions = {
  shell: Shell
  userDataDir: string
  /** Open the demo firm at start, with its service running (`online`) or stopped (`offline`). */
  demo: 'online' | 'offline' | null
  /** A tenant's description to import at start. */
  connectionFile: string | null
  /** How long saved writes wait before they may be sent, in ms; absent: as the user chose. */
  graceMs?: () => Promise<number>
  /** A policy file in addition to the firm's own, which can only restrict further; null or undefined for none. */
  policyFile?: string | null
  /** Starts the threads that read and write the stores. */
  startThread: StartThread
  /** The script of the thread that reads custodians' files. */
  statementWorkerUrl: URL
  /** The script of the process that reads the text of files. */
  readerScript: string
  /** The script of the demo firm's service. */
  sandboxScript: string
  /** How many households the demo firm has; see `DemoServiceOptions`. */
  demoHouseholds?: number
  version: string
  /** Where the parts of the core register how they end; by default one of their own. */
  shutdown?: Shutdown
  /** Where events are logged; by default nowhere. */
  log?: Log
  /** Stores the tenants' secrets; by default the operating system's keychain, or memory if that is unavailable. */
  keychain?: Promise<ChosenKeychain>
  /** Measures how long the user has been idle; by default from the system's clock. */
  idleClock?: IdleClock
  /** The time by which custodians' files are removed, and the longest for reading one; by default the system's clock. */
  clock?: Clock
}

/**
 * Wires the use cases. The returned core owns worker threads, sockets and the demo firm's process until it is closed.
 *
 * @throws AppError `connection/…` if the connection requested at start is not usable
 */
export async function createApp(options: CoreOptions): Promise<Core> {
  const { shutdown = createShutdown() } = options
  const parts = await createParts(options)
  const { runtimes, preferences, events, chosen, service, copies, policy, firm } = parts
  const log = options.log ?? noLog
  shutdown.add('state', logStart(log, { version: options.version, shell: options.shell.kind }))
  logPolicy(log, policy)
  await firm.keepPreset(runtimes)
  // A keychain that is locked now keeps them until the next start.
  parts.secrets.deleteStale().catch(() => {})
  const startWith = await chooseStart(parts, options)
  const gate = (procedure: string) => {
    appLock.gate(procedure)
    refuseForbiddenProcedure(procedure, policy.current())
    refuseWhilePresenting(procedure, presenter.current())
  }
  const presenter = createPresenterMode(runtimes, (event) => {
    events.publish(event)
    programs.recheck()
  })
  const programs = await createPrograms({
    userDataDir: options.userDataDir,
    choice: createProgramChoice(options.userDataDir, async () => (await chosen).keychain),
    policy: policy.current,
    isPresenting: () => presenter.current() !== null,
    ...{ runtimes, publish: events.publish },
  })
  shutdown.add('pages', programs.close)
  const exports = createExports({ shell: options.shell, runtimes, gate, presenting: presenter.current })
  const appLock = await openAppLock({
    userDataDir: options.userDataDir,
    shell: options.shell,
    keychain: async () => (await chosen).keychain,
    ...{ preferences, events, runtimes, copies, idleClock: options.idleClock },
    mostIdleMinutes: () => policy.current().idle_minutes ?? null,
    onPolicyChanged: policy.onChanged,
    isIdleLimitConfirmed: () => policy.current().idle_minutes === policy.confirmed().idle_minutes,
    end: shutdown.endWork,
  })
  const { isLocked } = appLock
  const leavePolicy = enforcePolicy({ policy, firm, runtimes, copies, publish: events.publish })
  const rules = {
    firmRules: () => policy.current().rules ?? null,
    ownRules: () => readRulesFile(options.userDataDir),
  }
  const endNotifications = showNotifications({
    ...{ shell: options.shell, events, runtimes, preferences, isLocked, rules },
    presented: presenter.current,
    ...(options.clock ? { clock: options.clock } : {}),
  })
  const wake = () => void wakeUp(parts).catch(() => {})
  const endResuming = options.shell.system.onResume(wake)
  const endNewer = options.shell.newer?.onChanged(() => events.publish({ type: 'newer-version' })) ?? (() => {})
  const endNetwork = watchNetwork()(wake)
  for (const end of [endNotifications, endResuming, endNetwork, endNewer, leavePolicy, policy.close, appLock.close]) {
    shutdown.add('followers', end)
  }
  for (const end of [exports.close, runtimes.close, copies.close, service.stop]) shutdown.add('work', end)
  // The runtime keeps a failure and reports it when the window asks.
  if (startWith !== null) void openAhead(parts, startWith).catch(() => {})
  const textReader = createTextReader({
    start: (limits) => options.shell.startReader(options.readerScript, { memoryMb: limits.memoryMb }),
  })
  shutdown.add('work', textReader.close)
  const engine = findScanEngine()
  const hold = join(options.userDataDir, 'scan-hold')
  const startScanReader = () =>
    createTextReader({
      start: ({ memoryMb }) =>
        options.shell.startReader(options.readerScript, { memoryMb, mayRead: [...Object.values(engine ?? {}), hold] }),
      limits: scanLimits,
    })
  const scanReader = startScanReader()
  shutdown.add('work', scanReader.close)
  // A process of its own: the user waits for a statement, and a document of many pages may be read in the other one.
  const statementScans = startScanReader()
  shutdown.add('work', statementScans.close)
  const statementReader = createStatementReader({
    workerUrl: options.statementWorkerUrl,
    texts: textReader,
    scans: { reader: statementScans, engine },
    ...(options.clock ? { clock: options.clock } : {}),
  })
  shutdown.add('work', statementReader.close)
  const intake = createIntake(runtimes, {
    publish: events.publish,
    reading: {
      read: textReader.read,
      state: () => (isLocked() ? 'locked' : policy.current().no_document_text === true ? 'forbidden' : 'allowed'),
      onChanged(listener) {
        const ends = [appLock.onChanged(listener), policy.onChanged(listener)]
        return () => {
          for (const end of ends) end()
        }
      },
    },
  })
  shutdown.add('followers', followPagesAllowed(runtimes, policy))
  const surroundings = {
    ...{ idleMs: appLock.idleMs, isOnBattery: options.shell.system.isOnBattery },
    every: (options.idleClock ?? systemIdleClock).every,
    hold: (isHeld: boolean) => holdScans(hold, isHeld),
  }
  const scans = { reader: scanReader, engine: engine && { ...engine, hold }, surroundings }
  const texts = createTextSearch({ runtimes, reader: textReader, scans, policy, publish: events.publish, appLock })
  shutdown.add('followers', texts.close)
  for (const end of [appLock.onChanged(programs.recheck), policy.onChanged(programs.recheck)]) {
    shutdown.add('followers', end)
  }
  const useCases = createUseCases(options, {
    ...parts,
    programs,
    statementReader,
    texts,
    exports,
    appLock,
    intake,
    presenter,
    rules,
    startWith,
    gate,
  })
  const guarded = guardUseCases(useCases, presenter)
  programs.start({ ...guarded, gate, isLocked })
  return {
    ...guarded,
    gate,
    isLocked,
    takeFile(ticket) {
      const refused = isLocked() || policy.current().read_only === true || presenter.current() !== null
      return refused ? null : intake.takeFile(ticket)
    },
    openFiles: intake.openFiles,
    findLink: createFindLink(runtimes, { lastScreen: () => useCases.app.lastScreen({}) }),
    unfinished: () => findUnfinished(runtimes),
    close: shutdown.end,
  }
}

type UseCaseParts = Parts & {
  exports: Exports
  appLock: AppLock
  intake: Intake
  statementReader: StatementReader
  texts: TextSearch
  presenter: PresenterMode
  rules: RuleSources
  programs: Programs
  startWith: string | null
  gate: Core['gate']
}

/** Every domain of the contract, implemented by its file in `api/`. */
function createUseCases(options: CoreOptions, parts: UseCaseParts): UseCases {
  const { shell, userDataDir, version } = options
  const { runtimes, preferences, events, choice, copies, saved, policy, firm, exports: files, rules } = parts
  const today = localDay
  const app = createAppUseCases({
    ...{ shell, userDataDir, runtimes, preferences, events, files, today },
    choice,
    async info() {
      const { kind, notice } = (await choice.chosenUnlessAsked()) ?? { kind: null, notice: null }
      const keychain = { kind, notice, asks: choice.asks() }
      // A policy about updates ends the looks; what an earlier one found is not shown any more.
      const newer = policy.current().updates === undefined ? (shell.newer?.current() ?? null) : null
      return { version, shell: shell.kind, keychain, startWith: parts.startWith, newer }
    },
  })
  const outbox = createOutboxUseCases({ runtimes, files, today, refuseWriting: firm.refuseWriting })
  const mappings = createImportMappingsFile(userDataDir)
  return {
    app,
    ...parts.appLock.useCases,
    ...parts.presenter.useCases,
    policy: createPolicyUseCases(policy),
    programs: parts.programs.useCases,
    settings: createSettingsUseCases({
      ...{ version, shell, saved, files },
      getPreferences: preferences.get,
      setPreferences: app.setPreferences,
      refuseAddress: firm.refuseAddress,
      addConnection: (connection) => addConnection(parts, { connection, clientSecret: null }),
    }),
    support: createSupportUseCases({
      ...{ version, shell, userDataDir, runtimes, files, today },
      keychainKind: async () => (await choice.chosenUnlessAsked())?.kind ?? 'none yet',
      getPreferences: preferences.get,
      getPolicy: async () => policy.state(),
    }),
    ...createConnectionUseCases(parts),
    ...createRecordUseCases(runtimes, events.publish),
    ...createViewUseCases(runtimes, events.publish),
    assetClasses: createAssetClassUseCases(runtimes, files),
    changes: createChangesUseCases(runtimes, files, events.publish),
    estate: createEstateUseCases(runtimes, files, events.publish),
    facts: createFactsUseCases(runtimes, events.publish),
    dates: createDateUseCases({
      ...{ runtimes, files, rules },
      publish: events.publish,
      presented: parts.presenter.current,
    }),
    doubles: createDoublesUseCases(runtimes, events.publish),
    exports: parts.exports.useCases,
    outbox,
    bulk: createBulkUseCases(runtimes, outbox.saveAll),
    imports: createImportUseCases({ runtimes, files, mappings, today }),
    intake: parts.intake.useCases,
    statements: createStatementUseCases({
      ...{ runtimes, files, today, now: Date.now },
      intake: parts.intake.statements,
      reader: parts.statementReader,
      mayReadText: () => policy.current().no_document_text !== true,
      now: (options.clock ?? systemClock).now,
      publish: events.publish,
      samples: { candidates: demoCandidates, files: demoStatements },
      async kinds() {
        const ofFirm = policy.current().security_kinds
        return ofFirm ? { kinds: ofFirm.kinds, problem: null } : readSecurityKindsFile(userDataDir)
      },
    }),
    files: createFileUseCases({ runtimes, shell, saver: files, copies, gate: parts.gate }),
    today: createTodayUseCases({
      ...{ runtimes, files, rules },
      publish: events.publish,
      presented: parts.presenter.current,
    }),
    packs: createPackUseCases({ runtimes, shell, files, rules, today, gate: parts.gate }),
    travel: createTravelUseCases(runtimes),
    texts: parts.texts.useCases,
  }
}

/**
 * After the computer resumes from sleep, or its network changed: re-reads the firm's policy and lets open connections retry at once
 * what waits for the network or a timer. A connection that is closing rejects this, and needs no retry.
 */
async function wakeUp({ runtimes, policy }: Pick<Parts, 'runtimes' | 'policy'>): Promise<void> {
  await policy.look()
  for (const runtime of await runtimes.all()) {
    if (runtime.cache() !== 'open') continue
    const { sync, outbox } = await runtime.open()
    sync.wake()
    outbox.retry()
  }
}

/** The parts that the use cases are composed of. */
type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates the {@link Parts}, after finishing a removal that an earlier run began. */
async function createParts(options: CoreOptions) {
  const { shell, userDataDir, log = noLog } = options
  const events = createEventHub(logAppEvents(log))
  // Probing a keychain can take seconds, and a dialog minutes; only code that needs the keychain waits for it.
  const choice =
    options.keychain === undefined
      ? chooseKeychain({ service: 'Steward', folder: userDataDir })
      : madeChoice(options.keychain)
  const { chosen } = choice
  choice.onChange(() => events.publish({ type: 'keychain-changed' }))
  await finishAtStart(userDataDir, async () => {
    // There is no window yet to wait in.
    const { keychain } = (await choice.chosenUnlessAsked()) ?? { keychain: null }
    if (keychain === null) throw keychainAsks()
    return keychain
  })
  const demoKeychain = createDemoFileKeychain(join(userDataDir, 'demo'))
  const saved = createSavedConnections({ folder: userDataDir })
  // The policy is known before anything is opened.
  const last = createLastPolicy(userDataDir, async () => (await choice.chosenUnlessAsked())?.keychain ?? null)
  const policy = await openPolicy(options.policyFile ?? null, last)
  // The last policy is sealed with a key in the keychain, which may have been locked until now.
  if (policy.current().unreadable === 'unknown') chosen.then(policy.look).catch(() => {})
  const firm = createFirmConnections(policy, saved)
  const secrets = createClientSecrets({ entries: async () => (await chosen).keychain, saved })
  const keychainOf = async ({ kind }: Connection) => (kind === 'demo' ? demoKeychain : secrets.keychain())
  const preferences = createPreferencesFile(userDataDir)
  const runtimes = createRuntimes({
    saved,
    keychainOf,
    userDataDir,
    startThread: options.startThread,
    openInBrowser: (url) => shell.openInBrowser(url),
    resolveProxy: (url) => shell.resolveProxy(url),
    publish: events.publish,
    policy: policy.current,
    graceMs: options.graceMs ?? (async () => everyPreference(await preferences.get()).undo_seconds * 1000),
    changeMonths: async () => everyPreference(await preferences.get()).change_months,
    log,
  })
  const service = createDemoService({
    shell,
    script: options.sandboxScript,
    folder: join(userDataDir, 'demo'),
    households: options.demoHouseholds,
    onExit: () => events.publish({ type: 'connections-changed' }),
  })
  const demo = createDemoFirm({ service, saved, runtimes, keychain: demoKeychain })
  const copies = await createOpenedCopies({
    root: join(userDataDir, 'opened'),
    onChanged: (connectionId) => events.publish({ type: 'files', connectionId, what: 'opened' }),
  })
  const check = createCheckSteps((url) => shell.resolveProxy(url))
  return {
    events,
    copies,
    choice,
    chosen,
    saved,
    secrets,
    check,
    keychainOf,
    runtimes,
    service,
    demo,
    preferences,
    policy,
    firm,
  }
}

function keychainAsks(): AppError {
  return new AppError('keychain/locked', {
    message: 'Everything was being removed from this computer, but the keychain with the last entries is locked.',
    nextStep: 'Unlock the keychain, then start Steward again: it finishes that first.',
  })
}

/**
 * Chooses the connection to show first: the one of a given file, the demo firm if it was asked for, else the only one there is. A
 * demo firm from an earlier run shows its cache while its service starts.
 *
 * @returns its id; null to let the user choose
 * @throws AppError `connection/…` if the given file is not usable
 */
async function chooseStart(
  parts: Parts,
  { demo, connectionFile }: Pick<CoreOptions, 'demo' | 'connectionFile'>,
): Promise<string | null> {
  if (connectionFile !== null) {
    const imported = importConnection(parts, connectionFile)
    // While its keychain asks the user, the window opens, and the connection appears in it afterwards.
    const asked = parts.choice.chosenUnlessAsked().then((chosen) => (chosen === null ? null : imported))
    imported.catch(() => {})
    return Promise.race([imported, asked])
  }
  const connections = await parts.saved.list()
  if (demo === null) return connections.length === 1 ? (connections[0]?.id ?? null) : null
  const known = await parts.demo.known()
  if (demo === 'offline') return known?.id ?? null
  if (known === null) return (await parts.demo.open()).connection.id
  // A failure shows as "offline", next to the switch that starts the service again.
  parts.demo.open().catch(() => parts.events.publish({ type: 'connections-changed' }))
  return known.id
}

/** The window will request this connection first, so its stores are opened while the window is still loading. */
async function openAhead({ runtimes }: Pick<Parts, 'runtimes'>, connectionId: string): Promise<void> {
  const runtime = await runtimes.get(connectionId)
  // Starting Steward never signs in: a tenant that was just imported waits for its user.
  if ((await runtime.session.state()) === 'signed-in') await runtime.open()
}
