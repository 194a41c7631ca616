import { join } from 'node:path'
import { z } from 'zod'
import { appPath } from '../../shared/ipc/app.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import type { Core } from './core.ts'

/** `query`: the address had a query string, which is stored in the connection's ledger. */
const stored = z.strictObject({ path: appPath, query: z.boolean() })

/** In characters; longer than the query of any realistic view. */
const longestQuery = 2000

/**
 * The user's last screen. The path is stored in `last-screen.json` of the user-data folder and names records only by id. A list's
 * filters may contain a client's name, so they are stored encrypted in the ledger.
 */
export function createLastScreen(
  userDataDir: string,
  runtimes: Pick<Runtimes, 'get'>,
): Pick<Core['app'], 'lastScreen' | 'noteScreen'> {
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
    await (await storeOf(path)).keep('places.setLastQuery', { path, query })
    return true
  }
  return {
    async lastScreen() {
      try {
        const { path, query } = stored.parse(JSON.parse((await readBoundedFile(file, 10_000)) ?? ''))
        if (!query) return path
        // Without its filters the list is still the right screen.
        return path + (await queryOf(path).catch(() => ''))
      } catch {
        return null
      }
    },
    async noteScreen(screen) {
      const at = screen.indexOf('?')
      const path = at < 0 ? screen : screen.slice(0, at)
      const query = await keepQuery(path, at < 0 ? '' : screen.slice(at)).catch(() => false)
      await writePrivateFile(file, `${JSON.stringify({ path, query })}\n`)
    },
  }
}
