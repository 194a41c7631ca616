import { join } from 'node:path'
import { z } from 'zod'
import { safeFileName } from '../../shared/domain/file-names.ts'
import { type AppInfo, appPath } from '../../shared/ipc/app.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import type { KeychainChoice } from '../keychain/choose-keychain.ts'
import type { Shell } from '../platform/host.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import type { PreferencesFile } from '../settings/preferences-file.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'

type Options = {
  info(): Promise<AppInfo>
  choice: Pick<KeychainChoice, 'tryAgain' | 'leave'>
  shell: Pick<Shell, 'openWindow' | 'print' | 'copy'>
  userDataDir: string
  runtimes: Pick<Runtimes, 'get'>
  preferences: PreferencesFile
  events: Pick<EventHub, 'publish'>
  files: Pick<FileSaver, 'saveFile'>
  /** `YYYY-MM-DD` in local time. */
  today(): string
}

/** Steward itself on this computer: its windows, preferences, last screen and printing. */
export function createAppUseCases(options: Options): UseCases['app'] {
  const { shell, preferences, events } = options
  return {
    info: options.info,
    async answerKeychain({ answer }) {
      if (answer === 'leave') options.choice.leave()
      else options.choice.tryAgain()
    },
    openWindow: async ({ path }) => ({ address: await shell.openWindow(path) }),
    // A shell with menus handles this at the window that sent it.
    offer: async () => {},
    print: createPrint(options),
    copy: async ({ text }) => ({ copied: (await shell.copy?.(text)) ?? false }),
    getPreferences: preferences.get,
    async setPreferences(change) {
      const changed = await preferences.set(change)
      events.publish({ type: 'preferences-changed', preferences: changed })
      return changed
    },
    ...createLastScreen(options),
  }
}

function createPrint({ shell, files, today }: Pick<Options, 'shell' | 'files' | 'today'>): UseCases['app']['print'] {
  return async ({ to, title }) => {
    const printer = shell.print
    if (printer === null) return { outcome: 'by-page', file: null }
    if (to === 'printer') return { outcome: (await printer.onPaper()) ? 'done' : 'left', file: null }
    // Rendered before the save dialog opens: while it is open, another window may come to the front.
    const pdf = await printer.asPdf()
    const suggestedName = safeFileName(`${title.slice(0, 100)} – ${today()}.pdf`)
    const file = await files.saveFile({ procedure: 'app.print', suggestedName, content: [pdf], isForeign: false })
    return { outcome: file === null ? 'left' : 'done', file }
  }
}

/** `query`: the address had a query string, which is stored in the connection's ledger. */
const stored = z.strictObject({ path: appPath, query: z.boolean() })

/** In characters; longer than the query of any realistic view. */
const longestQuery = 2000

/**
 * The user's last screen. The path is stored in `last-screen.json` of the user-data folder and names records only by id. A list's
 * filters may contain a client's name, so they are stored encrypted in the ledger.
 */
function createLastScreen({
  userDataDir,
  runtimes,
}: Pick<Options, 'userDataDir' | 'runtimes'>): Pick<UseCases['app'], 'lastScreen' | 'noteScreen'> {
  const file = join(userDataDir, 'last-screen.json')
  const storeOf = async (path: string) => {
    const [, connectionId = ''] = /^\/c\/([0-9a-f]{32})/.exec(path) ?? []
    return (await (await runtimes.get(connectionId)).open()).store
  }
  const queryOf = async (path: string): Promise<string> => {
    const kept = await (await storeOf(path)).read('places.lastQuery', {})
    return kept?.path === path ? kept.query : ''
  }
  const keepQuery = async (path: string, query: string): Promise<boolean> => {
    if (query === '' || query.length > longestQuery) return false
    await (await storeOf(path)).writeLedger('places.setLastQuery', { path, query })
    return true
  }
  return {
    async lastScreen() {
      try {
        const { path, query } = stored.parse(JSON.parse((await readBoundedFile(file, 10_000)) ?? ''))
        // Without its filters the list is still the right screen.
        return { path: query ? path + (await queryOf(path).catch(() => '')) : path }
      } catch {
        return { path: null }
      }
    },
    async noteScreen({ path: screen }) {
      const at = screen.indexOf('?')
      const path = at < 0 ? screen : screen.slice(0, at)
      const query = await keepQuery(path, at < 0 ? '' : screen.slice(at)).catch(() => false)
      await writePrivateFile(file, `${JSON.stringify({ path, query })}\n`)
    },
  }
}
