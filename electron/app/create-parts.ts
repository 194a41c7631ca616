import { join } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { everyPreference } from '../../shared/domain/preferences.ts'
import { importConnection } from '../api/connections.ts'
import { createEventHub } from '../api/event-hub.ts'
import { openPolicy } from '../api/policy.ts'
import { createCheckSteps } from '../auth/check-connection.ts'
import { createFirmConnections } from '../connections/firm-connections.ts'
import { createRuntimes } from '../connections/runtimes.ts'
import { createDemoFirm } from '../demo/demo-firm.ts'
import { createDemoService } from '../demo/demo-service.ts'
import { createOpenedCopies } from '../documents/opened-copies.ts'
import { type ChosenKeychain, chooseKeychain, madeChoice } from '../keychain/choose-keychain.ts'
import { createClientSecrets } from '../keychain/client-secret-entries.ts'
import { createDemoFileKeychain } from '../keychain/demo-file-keychain.ts'
import { type Log, noLog } from '../logs/log.ts'
import { logAppEvents } from '../logs/log-app-events.ts'
import type { Shell } from '../platform/host.ts'
import type { IdleClock } from '../security/idle-watch.ts'
import { createLastPolicy } from '../security/last-policy.ts'
import { finishAtStart } from '../security/remove-everything.ts'
import { createPreferencesFile } from '../settings/preferences-file.ts'
import type { Connection } from '../tenants/connection.ts'
import { createSavedConnections } from '../tenants/saved-connections.ts'
import type { Shutdown } from './shutdown.ts'

export type CoreOptions = {
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
  /** The data worker's script. */
  workerUrl: URL
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
}

/** The parts that the use cases are composed of. */
export type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates the {@link Parts}, after finishing a removal that an earlier run began. */
export async function createParts(options: CoreOptions) {
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
    workerUrl: options.workerUrl,
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
export async function chooseStart(
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
export async function openAhead({ runtimes }: Pick<Parts, 'runtimes'>, connectionId: string): Promise<void> {
  const runtime = await runtimes.get(connectionId)
  // Starting Steward never signs in: a tenant that was just imported waits for its user.
  if ((await runtime.session.state()) === 'signed-in') await runtime.open()
}
