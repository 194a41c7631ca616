import type { Preferences } from '../../shared/ipc/app.ts'
import { createAssetClassUseCases } from '../api/asset-classes.ts'
import { createBulkUseCases } from '../api/bulk.ts'
import { addConnection, createConnectionUseCases } from '../api/connections.ts'
import type { Core } from '../api/core.ts'
import { openCustody } from '../api/custody.ts'
import { createDraftUseCases } from '../api/drafts.ts'
import { createExportUseCases } from '../api/exports.ts'
import { createFileUseCases } from '../api/files.ts'
import { guardFiles } from '../api/guard-files.ts'
import { createImportUseCases, localDay } from '../api/imports.ts'
import { createIntakeUseCases } from '../api/intake.ts'
import { createLastScreen } from '../api/last-screen.ts'
import { createLinkUseCases } from '../api/links.ts'
import { createOutboxUseCases } from '../api/outbox.ts'
import { createPolicyUseCases } from '../api/policy.ts'
import { createPrint } from '../api/print.ts'
import { createPlaceUseCases, createViewUseCases } from '../api/recents-and-favourites.ts'
import { createSettingsUseCases } from '../api/settings.ts'
import { readOriginal } from '../api/summary-originals.ts'
import { createSupportUseCases } from '../api/support.ts'
import { createTravelUseCases } from '../api/travel.ts'
import { findUnfinished } from '../connections/unfinished-work.ts'
import { watchNetwork } from '../http/watch-network.ts'
import { createImportMappingsFile } from '../imports/mappings-file.ts'
import { noLog } from '../logs/log.ts'
import { logPolicy, logStart } from '../logs/log-app-events.ts'
import { refuseForbiddenProcedure } from '../policy/procedure-permissions.ts'
import { type CoreOptions, chooseStart, createParts, openAhead } from './create-parts.ts'
import { enforcePolicy } from './enforce-policy.ts'
import { showNotifications } from './notifications.ts'
import { onResume } from './on-resume.ts'
import { createShutdown } from './shutdown.ts'

/**
 * Wires the use cases. The returned core owns worker threads, sockets and the demo firm's process until it is closed.
 *
 * @throws AppError `connection/…` if the connection requested at start is not usable
 */
export async function createApp(options: CoreOptions): Promise<Core> {
  const { shutdown = createShutdown() } = options
  const parts = await createParts(options)
  const { runtimes, preferences, events, chosen, service, copies, saved, policy, firm } = parts
  const log = options.log ?? noLog
  shutdown.add('state', logStart(log, { version: options.version, shell: options.shell.kind }))
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
    end: shutdown.endWork,
  })
  const policyUseCases = createPolicyUseCases(policy)
  const setPreferences = async (change: Partial<Preferences>) => {
    const changed = await preferences.set(change)
    events.publish({ type: 'preferences-changed', preferences: changed })
    return changed
  }
  const outbox = createOutboxUseCases({ runtimes, exports, today: localDay, refuseWriting: firm.refuseWriting })
  const leavePolicy = enforcePolicy({ policy, firm, runtimes, copies, publish: events.publish })
  const lastScreen = createLastScreen(options.userDataDir, runtimes)
  const intake = createIntakeUseCases(runtimes, { publish: events.publish })
  const { isLocked } = custody.useCases
  const endNotifications = showNotifications({ shell: options.shell, events, runtimes, preferences, isLocked })
  const endResuming = onResume({ system: options.shell.system, runtimes, policy })
  const endNetwork = onResume({ system: { onResume: watchNetwork() }, runtimes, policy })
  for (const end of [endNotifications, endResuming, endNetwork, leavePolicy, policy.close, custody.close]) {
    shutdown.add('followers', end)
  }
  for (const end of [exports.close, runtimes.close, copies.close, service.stop]) shutdown.add('work', end)
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
    connections: createConnectionUseCases(parts),
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
    close: shutdown.end,
  }
}
