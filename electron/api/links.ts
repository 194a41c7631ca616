import type { Runtimes } from '../connections/runtimes.ts'
import { findPlace } from './find-place.ts'
import { parseLink } from './parse-link.ts'

/** Links passed to Steward by the operating system, for a shell. */
export type LinkUseCases = {
  /**
   * The address of the screen that a link leads to.
   * @param screen - the current screen of the front window; its connection is searched first
   * @throws AppError `link/not-understood`, `link/not-found`
   */
  find(link: string, screen: string | null): Promise<string>
}

const connectionOf = (screen: string | null): string[] => /^\/c\/([0-9a-f]{32})/.exec(screen ?? '')?.slice(1) ?? []

/**
 * Searches the front window's connection, the connections whose mirrors are open, and the one shown last. No request goes to a
 * service.
 */
export function createLinkUseCases(
  runtimes: Runtimes,
  { lastScreen }: { lastScreen: () => Promise<string | null> },
): LinkUseCases {
  return {
    async find(link, screen) {
      const record = parseLink(link)
      const open = (await runtimes.all()).filter((runtime) => runtime.cache() === 'open')
      const last = await lastScreen()
      return findPlace(record, {
        connectionIds: [...connectionOf(screen), ...open.map(({ connection }) => connection.id), ...connectionOf(last)],
        async knows(connectionId, { resource, id }) {
          const { store } = await (await runtimes.get(connectionId)).open()
          return (await store.read('records.byIds', { resource, ids: [id] })).records.length > 0
        },
      })
    },
  }
}
