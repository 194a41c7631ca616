import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Preferences } from '../../shared/ipc/app.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import type { SupportFile } from '../../shared/ipc/support.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import { describeConnection, describeStores } from '../connections/describe-connection.ts'
import { logFolder, readLogLines } from '../logs/create-log.ts'
import type { Shell } from '../platform/host.ts'
import { bundleFiles, crashFolder, describeHost, listCrashDumps, zipFiles } from '../support/support-bundle.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

/** The last lines of the log go into a bundle, at most this many. */
const mostLines = 2_000

type Options = {
  version: string
  shell: Pick<Shell, 'kind'>
  userDataDir: string
  runtimes: Pick<Runtimes, 'all'>
  files: Pick<FileSaver, 'saveFile'>
  keychainKind(): Promise<string>
  getPreferences(): Promise<Preferences>
  getPolicy(): Promise<PolicyState>
  today(): string
}

/** Support bundles: files that help to find a fault, which the user reviews before they leave this computer. */
export function createSupportUseCases(options: Options): UseCases['support'] {
  let shown: { handle: string; files: SupportFile[] } | null = null
  return {
    async preview() {
      const preview = { handle: randomUUID(), files: await makeFiles(options) }
      shown = preview
      return preview
    },
    async save({ handle }) {
      if (shown?.handle !== handle) throw gone()
      const { files } = shown
      const content = async function* () {
        yield await zipFiles(files)
      }
      const suggestedName = `Steward support ${options.today()}.zip`
      const bundle = { procedure: 'support.save', suggestedName, content: content(), isForeign: false } as const
      return { file: await options.files.saveFile(bundle) }
    },
  }
}

async function makeFiles(options: Options): Promise<SupportFile[]> {
  const { version, shell, userDataDir } = options
  const runtimes = await options.runtimes.all()
  const byConnection = async <Facts>(describe: (runtime: (typeof runtimes)[number]) => Promise<Facts>) =>
    Object.fromEntries(
      await Promise.all(runtimes.map(async (each) => [each.connection.id, await describe(each)] as const)),
    )
  const stores = await byConnection((runtime) => describeStores(runtime, userDataDir))
  const part = <Name extends 'stores' | 'sync' | 'outbox'>(name: Name) =>
    Object.fromEntries(Object.entries(stores).flatMap(([id, facts]) => (facts[name] ? [[id, facts[name]]] : [])))
  const { source, problems, policy } = await options.getPolicy()
  return bundleFiles({
    about: describeHost({ version, shell: shell.kind, keychain: await options.keychainKind() }),
    settings: await options.getPreferences(),
    policy: { source, problems, set: Object.keys(policy) },
    connections: await byConnection(describeConnection),
    stores: part('stores'),
    sync: part('sync'),
    outbox: part('outbox'),
    crashDumps: await listCrashDumps(crashFolder(userDataDir)),
    logLines: await readLogLines(logFolder(userDataDir), mostLines),
  })
}

function gone(): AppError {
  return new AppError('support/gone', {
    message: 'This support bundle was replaced by a newer one.',
    nextStep: 'Preview the bundle again, and save that one.',
  })
}
