import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { draftKey, useDrafts } from '../components/forms/drafts.ts'
import { useBulkTarget } from '../features/bulk/bulk-target.ts'
import { typeInHelp } from '../features/help/help-state.ts'
import { useUploads } from '../features/intake/uploads.ts'
import { closePalette } from '../features/palette/palette-state.ts'
import type { Api } from '../lib/api.ts'
import type { Client, Connected } from '../lib/client/connect-client.ts'

/** The page's client of the main process, and its query cache. */
export type AppDeps = { client: Client; ahead: Connected['ahead']; api: Api; queries: QueryClient }

/** Selects the queries to keep while locked: preferences and app info. */
function keepQuiet({ api }: AppDeps) {
  const kept = [api.app.getPreferences, api.app.info]
  const keys = new Set(kept.map((procedure) => JSON.stringify(procedure.queryKey({ input: {} }))))
  return (key: readonly unknown[]) => keys.has(JSON.stringify(key))
}

/**
 * Writes unsaved drafts to the ledger once more and removes them from the page's memory if that succeeded. A draft that could not
 * be written stays in memory, shown on no screen, until Steward is unlocked.
 */
async function handOverDrafts(client: Client): Promise<void> {
  const { drafts } = useDrafts.getState()
  const { draftsToKeep } = await import('../components/forms/kept-drafts.ts')
  const there = new Set(Object.keys(drafts).filter((key) => !drafts[key]?.dirty))
  const keep = async (connectionId: string) => {
    for (const draft of draftsToKeep(connectionId, {}, drafts)) {
      await client.drafts.keep({ connectionId, ...draft })
      there.add(draftKey(connectionId, draft.name))
    }
  }
  await Promise.allSettled([...new Set(Object.keys(drafts).map(connectionOf))].map(keep))
  useDrafts.setState((now) => ({
    drafts: Object.fromEntries(Object.entries(now.drafts).filter(([key, is]) => !there.has(key) || is !== drafts[key])),
  }))
}

const connectionOf = (key: string) => key.split('/')[0] ?? ''

/** Drops all readable data from the page once no screen shows it. Resolves when unsaved drafts were handed over. */
export function dropReadable(deps: AppDeps): Promise<void> {
  const { client, ahead, queries } = deps
  const isQuiet = keepQuiet(deps)
  document.title = 'Steward'
  notifications.clean()
  closePalette()
  // Someone may have searched Help for a client's name.
  typeInHelp('')
  useUploads.setState({ of: {} })
  useBulkTarget.setState({ target: null })
  ahead.forget()
  queries.removeQueries({ predicate: ({ queryKey }) => !isQuiet(queryKey) })
  queries.getMutationCache().clear()
  // Restored from the ledger when the screens are drawn again.
  useDrafts.setState({ restored: [] })
  // If the code for this cannot be loaded, the drafts stay in memory.
  return handOverDrafts(client).catch(() => {})
}
