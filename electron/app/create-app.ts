import { createAppUseCases } from '../api/app.ts'
import { createAssetClassUseCases } from '../api/asset-classes.ts'
import { createBulkUseCases } from '../api/bulk.ts'
import { createChangesUseCases } from '../api/changes.ts'
import { addConnection, createConnectionUseCases } from '../api/connections.ts'
import type { Core, UseCases } from '../api/core.ts'
import { type Custody, openCustody } from '../api/custody.ts'
import { createEstateUseCases } from '../api/estate.ts'
import { createExports, type Exports } from '../api/exports.ts'
import { createFileUseCases } from '../api/files.ts'
import { createImportUseCases, localDay } from '../api/imports.ts'
import { createIntake, type Intake } from '../api/intake.ts'
import { createFindLink } from '../api/links.ts'
import { createOutboxUseCases } from '../api/outbox.ts'
import { createPackUseCases } from '../api/packs.ts'
import { createPolicyUseCases } from '../api/policy.ts'
import { guardUseCases, refuseWhilePresenting } from '../api/presenting/guard.ts'
import { createPresenterMode, type PresenterMode } from '../api/presenting/presenting.ts'
import { createRecordUseCases } from '../api/records.ts'
import { createSettingsUseCases } from '../api/settings.ts'
import { createSupportUseCases } from '../api/support.ts'
import { createTodayUseCases } from '../api/today.ts'
import { createTravelUseCases } from '../api/travel.ts'
import { createViewUseCases } from '../api/views.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import { findUnfinished } from '../connections/unfinished-work.ts'
import { watchNetwork } from '../http/watch-network.ts'
import { createImportMappingsFile } from '../imports/mappings-file.ts'
import { noLog } from '../logs/log.ts'
import { logPolicy, logStart } from '../logs/log-app-events.ts'
import type { SystemEvents } from '../platform/system-events.ts'
import { refuseForbiddenProcedure } from '../policy/procedure-permissions.ts'
import { readDocumentRulesFile } from '../settings/document-rules-file.ts'
import { type CoreOptions, chooseStart, createParts, openAhead, type Parts } from './create-parts.ts'
import { enforcePolicy } from './enforce-policy.ts'
import { showNotifications } from './notifications.ts'
import { createShutdown } from './shutdown.ts'

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
    custody.gate(procedure)
    refuseForbiddenProcedure(procedure, policy.current())
    refuseWhilePresenting(procedure, presenter.current())
  }
  const presenter = createPresenterMode(runtimes, events.publish)
  const exports = createExports({ shell: options.shell, runtimes, gate, presenting: presenter.current })
  const custody = await openCustody({
    userDataDir: options.userDataDir,
    shell: options.shell,
    keychain: async () => (await chosen).keychain,
    ...{ preferences, events, runtimes, copies, idleClock: options.idleClock },
    mostIdleMinutes: () => policy.current().idle_minutes ?? null,
    isIdleLimitConfirmed: () => policy.current().idle_minutes === policy.confirmed().idle_minutes,
    end: shutdown.endWork,
  })
  const { isLocked } = custody
  const leavePolicy = enforcePolicy({ policy, firm, runtimes, copies, publish: events.publish })
  const endNotifications = showNotifications({ shell: options.shell, events, runtimes, preferences, isLocked })
  const endResuming = onResume({ system: options.shell.system, runtimes, policy })
  const endNewer = options.shell.newer?.onChanged(() => events.publish({ type: 'newer-version' })) ?? (() => {})
  const endNetwork = onResume({ system: { onResume: watchNetwork() }, runtimes, policy })
  for (const end of [endNotifications, endResuming, endNetwork, endNewer, leavePolicy, policy.close, custody.close]) {
    shutdown.add('followers', end)
  }
  for (const end of [exports.close, runtimes.close, copies.close, service.stop]) shutdown.add('work', end)
  // The runtime keeps a failure and reports it when the window asks.
  if (startWith !== null) void openAhead(parts, startWith).catch(() => {})
  const intake = createIntake(runtimes, { publish: events.publish })
  const useCases = createUseCases(options, { ...parts, exports, custody, intake, presenter, startWith, gate })
  return {
    ...guardUseCases(useCases, presenter),
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
  custody: Custody
  intake: Intake
  presenter: PresenterMode
  startWith: string | null
  gate: Core['gate']
}

/** Every domain of the contract, implemented by its file in `api/`. */
function createUseCases(options: CoreOptions, parts: UseCaseParts): UseCases {
  const { shell, userDataDir, version } = options
  const { runtimes, preferences, events, choice, copies, saved, policy, firm, exports: files } = parts
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
  const rules = {
    firmRules: () => policy.current().document_rules?.rules ?? null,
    ownRules: () => readDocumentRulesFile(userDataDir),
  }
  const mappings = createImportMappingsFile(userDataDir)
  return {
    app,
    ...parts.custody.useCases,
    ...parts.presenter.useCases,
    policy: createPolicyUseCases(policy),
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
    ...createRecordUseCases(runtimes),
    ...createViewUseCases(runtimes, events.publish),
    assetClasses: createAssetClassUseCases(runtimes, files),
    changes: createChangesUseCases(runtimes, events.publish),
    estate: createEstateUseCases(runtimes, files, events.publish),
    exports: parts.exports.useCases,
    outbox,
    bulk: createBulkUseCases(runtimes, outbox.saveAll),
    imports: createImportUseCases({ runtimes, files, mappings, today }),
    intake: parts.intake.useCases,
    files: createFileUseCases({ runtimes, shell, saver: files, copies, gate: parts.gate }),
    today: createTodayUseCases(runtimes, { ...rules, presented: parts.presenter.current }),
    packs: createPackUseCases({ runtimes, shell, files, rules, today, gate: parts.gate }),
    travel: createTravelUseCases(runtimes),
  }
}

type Options = {
  system: Pick<SystemEvents, 'onResume'>
  runtimes: { all(): Promise<Pick<ConnectionRuntime, 'cache' | 'open'>[]> }
  policy: { look(): Promise<void> }
}

/**
 * After the computer resumes from sleep, re-reads the firm's policy and lets open connections retry at once what waits for the
 * network or a timer.
 *
 * @returns a function that stops it
 */
function onResume({ system, runtimes, policy }: Options): () => void {
  const wake = async () => {
    await policy.look()
    for (const runtime of await runtimes.all()) {
      if (runtime.cache() !== 'open') continue
      const { sync, outbox } = await runtime.open()
      sync.wake()
      outbox.retry()
    }
  }
  // A connection that is closing needs no retry.
  return system.onResume(() => void wake().catch(() => {}))
}
