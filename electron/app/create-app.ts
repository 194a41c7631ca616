import { join } from 'node:path'
import type { Preferences } from '../../shared/ipc/app.ts'
import type { SignInProgress } from '../../shared/ipc/connections.ts'
import { createAssetClassUseCases } from '../api/asset-classes.ts'
import { createBulkUseCases } from '../api/bulk.ts'
import type { Core } from '../api/core.ts'
import { openCustody } from '../api/custody.ts'
import { createDraftUseCases } from '../api/drafts.ts'
import { createEventHub } from '../api/event-hub.ts'
import { createExportUseCases } from '../api/exports.ts'
import { createFileUseCases } from '../api/files.ts'
import { guardFiles } from '../api/guard-files.ts'
import { createImportUseCases, localDay } from '../api/imports.ts'
import { createIntakeUseCases } from '../api/intake.ts'
import { createLastScreen } from '../api/last-screen.ts'
import { createLinkUseCases } from '../api/links.ts'
import { createOutboxUseCases } from '../api/outbox.ts'
import { createPolicyUseCases, openPolicy } from '../api/policy.ts'
import { createPrint } from '../api/print.ts'
import { createPlaceUseCases, createViewUseCases } from '../api/recents-and-favourites.ts'
import { createSettingsUseCases } from '../api/settings.ts'
import { readOriginal } from '../api/summary-originals.ts'
import { createSupportUseCases } from '../api/support.ts'
import { createTravelUseCases } from '../api/travel.ts'
import { summarise } from '../connections/connection-summary.ts'
import { createFirmConnections } from '../connections/firm-connections.ts'
import { guardUnsent } from '../connections/guard-unsent.ts'
import { createRuntimes } from '../connections/runtimes.ts'
import { findUnfinished } from '../connections/unfinished-work.ts'
import { createDemoFirm } from '../demo/demo-firm.ts'
import { createDemoService } from '../demo/demo-service.ts'
import { createOpenedCopies } from '../documents/opened-copies.ts'
import { watchNetwork } from '../http/watch-network.ts'
import { createImportMappingsFile } from '../imports/mappings-file.ts'
import { keychainAccount } from '../keychain/accounts.ts'
import { type ChosenKeychain, chooseKeychain } from '../keychain/choose-keychain.ts'
import { createDemoFileKeychain } from '../keychain/demo-file-keychain.ts'
import { type Log, noLog } from '../logs/log.ts'
import { logAppEvents, logPolicy } from '../logs/log-app-events.ts'
import { logStart } from '../logs/log-start.ts'
import type { Shell } from '../platform/host.ts'
import { refuseForbiddenProcedure } from '../policy/procedure-permissions.ts'
import type { IdleClock } from '../security/idle-watch.ts'
import { finishAtStart } from '../security/remove-everything.ts'
import { createPreferencesFile } from '../settings/preferences-file.ts'
import type { Connection } from '../tenants/connection.ts'
import { parseSecret } from '../tenants/connection-fields.ts'
import { invalid, parseConnectionInput } from '../tenants/parse-connection-input.ts'
import { readConnectionFile } from '../tenants/read-connection-file.ts'
import { createSavedConnections } from '../tenants/saved-connections.ts'
import { enforcePolicy } from './enforce-policy.ts'
import { showNotifications } from './notifications.ts'
import { onResume } from './on-resume.ts'

export type CoreOptions = {
  shell: Shell
  userDataDir: string
  /** Open the demo firm at start, with its service running (`online`) or stopped (`offline`). */
  demo: 'online' | 'offline' | null
  /** A tenant's description to import at start. */
  connectionFile: string | null
  /** A policy file in addition to the firm's own, which can only restrict further; null or undefined for none. */
  policyFile?: string | null
  /** The data worker's script. */
  workerUrl: URL
  /** The script of the demo firm's service. */
  sandboxScript: string
  version: string
  /** Where events are logged; by default nowhere. */
  log?: Log
  /** Stores the tenants' secrets; by default the operating system's keychain, or memory if that is unavailable. */
  keychain?: Promise<ChosenKeychain>
  /** Measures how long the user has been idle; by default from the system's clock. */
  idleClock?: IdleClock
}

/** Creates the parts that the use cases are composed of. */
async function createParts(options: CoreOptions) {
  const { shell, userDataDir, log = noLog } = options
  const events = createEventHub(logAppEvents(log))
  // Probing a keychain can take seconds; only code that needs the keychain waits for it.
  const chosen = options.keychain ?? chooseKeychain({ service: 'Steward', folder: userDataDir })
  await finishAtStart(userDataDir, async () => (await chosen).keychain)
  const demoKeychain = createDemoFileKeychain(join(userDataDir, 'demo'))
  const saved = createSavedConnections({ folder: userDataDir })
  // The policy is known before anything is opened.
  const policy = await openPolicy(options.policyFile ?? null)
  const firm = createFirmConnections(policy, saved)
  const keychainOf = async ({ kind }: Connection) => (kind === 'demo' ? demoKeychain : (await chosen).keychain)
  const runtimes = createRuntimes({
    saved,
    keychainOf,
    userDataDir,
    workerUrl: options.workerUrl,
    openInBrowser: (url) => shell.openInBrowser(url),
    resolveProxy: (url) => shell.resolveProxy(url),
    publish: events.publish,
    policy: policy.current,
    log,
  })
  const service = createDemoService({
    shell,
    script: options.sandboxScript,
    folder: join(userDataDir, 'demo'),
    onExit: () => events.publish({ type: 'connections-changed' }),
  })
  const demo = createDemoFirm({ service, saved, runtimes, keychain: demoKeychain })
  const copies = await createOpenedCopies({
    root: join(userDataDir, 'opened'),
    onChanged: (connectionId) => events.publish({ type: 'files', connectionId, what: 'opened' }),
  })
  return {
    events,
    copies,
    chosen,
    saved,
    keychainOf,
    runtimes,
    service,
    demo,
    preferences: createPreferencesFile(userDataDir),
    policy,
    firm,
  }
}

type Parts = Awaited<ReturnType<typeof createParts>>

type AddedConnection = { connection: Connection; clientSecret: string | null }

/**
 * The secret is stored in the keychain before the connection is saved, so a saved connection never lacks a secret that was given.
 * Without a secret the connection is saved anyway, and the secret is asked for at sign-in.
 */
async function addConnection({ saved, keychainOf, events, firm }: Parts, added: AddedConnection): Promise<string> {
  const { connection, clientSecret } = added
  firm.refuseAddress(connection)
  const keychain = await keychainOf(connection)
  if (clientSecret !== null && (await saved.list()).every(({ id }) => id !== connection.id)) {
    await keychain.set(keychainAccount(connection.id, 'client-secret'), clientSecret)
  }
  await saved.add(connection)
  events.publish({ type: 'connections-changed' })
  return connection.id
}

/** Importing the file of an existing connection opens that one, with the file's secret. */
async function importConnection(parts: Parts, path: string): Promise<string> {
  const parsed = await readConnectionFile(path)
  const { connection, clientSecret } = parsed
  parts.firm.refuseAddress(connection)
  if ((await parts.saved.list()).every(({ id }) => id !== connection.id)) return addConnection(parts, parsed)
  const keychain = await parts.keychainOf(connection)
  await keychain.set(keychainAccount(connection.id, 'client-secret'), clientSecret)
  return connection.id
}

/** Chooses the connection to show first. A demo firm from an earlier run shows its cache while its service starts. */
async function chooseStart(parts: Parts, { demo, connectionFile }: CoreOptions): Promise<string | null> {
  if (connectionFile !== null) return importConnection(parts, connectionFile)
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
async function openAhead({ runtimes }: Parts, connectionId: string): Promise<void> {
  const runtime = await runtimes.get(connectionId)
  // Starting Steward never signs in: a tenant that was just imported waits for its user.
  if ((await runtime.session.state()) === 'signed-in') await runtime.open()
}

function connectionUseCases(parts: Parts): Core['connections'] {
  const { runtimes, service, demo, saved, events, copies, keychainOf, policy, firm } = parts
  const about = { demoRunning: service.running, policy: policy.current, isManaged: firm.isManaged }
  const summaryOf = async (id: string) => summarise(await runtimes.get(id), about)
  const signOut = async (id: string, unsent?: 'keep') => {
    const runtime = await runtimes.get(id)
    if (unsent !== 'keep') await guardUnsent(runtime)
    await runtime.session.signOut()
    await runtime.removeCache()
    await copies.removeAll(id)
    return runtime
  }
  async function* signIn(id: string, signal: AbortSignal): AsyncGenerator<SignInProgress> {
    yield { step: 'preparing' }
    const runtime = await runtimes.get(id)
    firm.refuseAddress(runtime.connection)
    if (runtime.connection.kind === 'demo') await service.start()
    yield* runtime.session.signIn(signal)
    yield { step: 'opening-cache' }
    const { sync, outbox } = await runtime.open()
    sync.start()
    outbox.sendNow()
    yield { step: 'done' }
  }
  return {
    list: async () => Promise.all((await runtimes.all()).map((runtime) => summarise(runtime, about))),
    add: async (input) => summaryOf(await addConnection(parts, parseConnectionInput(input))),
    async remove(id, unsent) {
      firm.refuseManaged(id)
      const { session, connection } = await signOut(id, unsent)
      await session.forget()
      if (connection.kind === 'demo') await service.stop()
      await saved.remove(id)
      await runtimes.drop(id)
      events.publish({ type: 'connections-changed' })
    },
    signIn,
    signOut: async (id, unsent) => {
      await signOut(id, unsent)
      events.publish({ type: 'connections-changed' })
    },
    async open(id) {
      await (await runtimes.get(id)).open()
      return summaryOf(id)
    },
    async setReadOnly(id, readOnly) {
      if (!readOnly) firm.refuseWriting()
      const runtime = await runtimes.get(id)
      await saved.put({ ...runtime.connection, read_only: readOnly })
      runtime.setReadOnly(readOnly)
      events.publish({ type: 'connections-changed' })
      return summaryOf(id)
    },
    async giveSecret(id, secret) {
      const { connection } = await runtimes.get(id)
      const judged = parseSecret(secret)
      if ('problem' in judged) throw invalid([{ field: 'client_secret', message: judged.problem }])
      await (await keychainOf(connection)).set(keychainAccount(id, 'client-secret'), judged.value)
      events.publish({ type: 'connections-changed' })
    },
    openDemo: async () => summaryOf((await demo.open()).connection.id),
    async setDemoService(running) {
      const { connection } = await (running ? demo.open() : demo.stop())
      events.publish({ type: 'connections-changed' })
      return summaryOf(connection.id)
    },
    demoColleague: (id, record) => demo.colleagueEdits(id, record),
  }
}

/**
 * Wires the use cases. The returned core owns worker threads, sockets and the demo firm's process until it is closed.
 *
 * @throws AppError `connection/…` if the connection requested at start is not usable
 */
export async function createApp(options: CoreOptions): Promise<Core> {
  const parts = await createParts(options)
  const { runtimes, preferences, events, chosen, service, copies, saved, policy, firm } = parts
  const log = options.log ?? noLog
  const noteStop = logStart(log, { version: options.version, shell: options.shell.kind })
  logPolicy(log, policy)
  await firm.keepPreset(runtimes)
  const startWith = await chooseStart(parts, options)
  const gate = (procedure: string) => {
    custody.gate(procedure)
    refuseForbiddenProcedure(procedure, policy.current())
  }
  const exports = createExportUseCases({ shell: options.shell, runtimes, gate })
  const custody = await openCustody({
    userDataDir: options.userDataDir,
    shell: options.shell,
    keychain: async () => (await chosen).keychain,
    ...{ preferences, events, runtimes, copies, idleClock: options.idleClock },
    mostIdleMinutes: () => policy.current().idle_minutes ?? null,
    async end() {
      await exports.close()
      await runtimes.close()
      await copies.close()
      await service.stop()
    },
  })
  const policyUseCases = createPolicyUseCases(policy)
  const setPreferences = async (change: Partial<Preferences>) => {
    const changed = await preferences.set(change)
    events.publish({ type: 'preferences-changed', preferences: changed })
    return changed
  }
  const outbox = createOutboxUseCases({ runtimes, exports, today: localDay, refuseWriting: firm.refuseWriting })
  const unfollow = enforcePolicy({ policy, firm, runtimes, copies, publish: events.publish })
  const lastScreen = createLastScreen(options.userDataDir, runtimes)
  const intake = createIntakeUseCases(runtimes, { publish: events.publish })
  const { isLocked } = custody.useCases
  const endNotices = showNotifications({ shell: options.shell, events, runtimes, preferences, isLocked })
  const endWaking = onResume({ system: options.shell.system, runtimes, policy })
  const endNetwork = onResume({ system: { onResume: watchNetwork() }, runtimes, policy })
  // The runtime keeps a failure and reports it when the window asks.
  if (startWith !== null) void openAhead(parts, startWith).catch(() => {})
  const syncOf = async (id: string) => (await (await runtimes.get(id)).open()).sync
  return {
    app: {
      async info() {
        const { kind, notice } = await chosen
        return { version: options.version, shell: options.shell.kind, keychain: { kind, notice }, startWith }
      },
      openWindow: (path) => options.shell.openWindow(path),
      // A shell with menus handles this at the window that sent it.
      offer: async () => {},
      print: createPrint({ printer: options.shell.print, exports, today: localDay }),
      ...lastScreen,
      getPreferences: preferences.get,
      setPreferences,
    },
    custody: custody.useCases,
    policy: policyUseCases,
    settings: createSettingsUseCases({
      version: options.version,
      shell: options.shell,
      saved,
      exports,
      getPreferences: preferences.get,
      setPreferences,
      refuseAddress: firm.refuseAddress,
      addConnection: (connection) => addConnection(parts, { connection, clientSecret: null }),
    }),
    support: createSupportUseCases({
      version: options.version,
      shell: options.shell,
      userDataDir: options.userDataDir,
      runtimes,
      exports,
      keychainKind: async () => (await chosen).kind,
      getPreferences: preferences.get,
      getPolicy: policyUseCases.get,
      today: localDay,
    }),
    gate,
    connections: connectionUseCases(parts),
    sync: {
      start: async (id) => (await syncOf(id)).start({ everything: true }),
      cancel: async (id) => (await syncOf(id)).cancel(),
      status: async (id) => (await syncOf(id)).status(),
    },
    readText: async (id, name, input) => (await (await runtimes.get(id)).open()).store.readText(name, input),
    read: async (id, name, input) => (await (await runtimes.get(id)).open()).store.read(name, input),
    summaryOriginal: async (id, summaryId) => readOriginal((await (await runtimes.get(id)).open()).store, summaryId),
    refreshValuations: async (id, householdId) => (await syncOf(id)).refreshHousehold(householdId),
    refreshValuation: async (id, entityId) => (await syncOf(id)).refreshValuation(entityId),
    views: createViewUseCases(runtimes, events.publish),
    places: createPlaceUseCases(runtimes, events.publish),
    drafts: createDraftUseCases(runtimes),
    assetClasses: createAssetClassUseCases(runtimes, exports),
    exports,
    outbox,
    bulk: createBulkUseCases(runtimes, outbox.saveAll),
    imports: createImportUseCases({
      runtimes,
      saveAll: outbox.saveAll,
      exports,
      mappings: createImportMappingsFile(options.userDataDir),
      today: localDay,
    }),
    intake: {
      ...intake,
      take: (ticket) =>
        custody.useCases.isLocked() || policy.current().read_only === true ? null : intake.take(ticket),
    },
    files: createFileUseCases({ runtimes, shell: guardFiles(options.shell, gate), exports, copies }),
    links: createLinkUseCases(runtimes, lastScreen),
    travel: createTravelUseCases(runtimes),
    events: custody.events,
    unfinished: () => findUnfinished(runtimes),
    async close() {
      endNotices()
      endWaking()
      endNetwork()
      unfollow()
      policy.close()
      custody.close()
      await exports.close()
      await runtimes.close()
      await copies.close()
      await service.stop()
      noteStop()
    },
  }
}
