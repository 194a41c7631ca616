import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { draftKey, useDrafts } from '../components/forms/drafts.ts'
import { usePalette } from '../features/palette/palette-state.ts'
import type { Api, Client } from '../lib/api.ts'
import { useBulkTarget } from '../lib/bulk-target.ts'
import type { Connected } from '../lib/client/connect-client.ts'
import { useUploads } from '../lib/uploads.ts'

/** What the page is made with: its way to the main process, and the answers it keeps. */
export type Parts = { client: Client; ahead: Connected['ahead']; api: Api; queries: QueryClient }

/** Of what was asked, only how the page looks and the lock itself. */
function keepQuiet({ api }: Parts) {
  const kept = [api.app.getPreferences, api.app.info, api.custody.state]
  const keys = new Set(kept.map((procedure) => JSON.stringify(procedure.queryKey({ input: {} }))))
  return (key: readonly unknown[]) => keys.has(JSON.stringify(key))
}

/**
 * Hands what was typed and not saved to its ledger once more, and forgets it here when it is there. What could not be kept stays
 * in this page's memory, on no screen, until Steward is open again.
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

/** Forgets everything readable, once no screen shows it any more. */
export function dropReadable(parts: Parts): void {
  const { client, ahead, queries } = parts
  const isQuiet = keepQuiet(parts)
  document.title = 'Steward'
  notifications.clean()
  usePalette.setState({ opened: false, from: null })
  useUploads.setState({ of: {} })
  useBulkTarget.setState({ target: null })
  ahead.forget()
  queries.removeQueries({ predicate: ({ queryKey }) => !isQuiet(queryKey) })
  queries.getMutationCache().clear()
  // Brought back from the ledger when the screens are drawn again.
  useDrafts.setState({ restored: [] })
  // Without its code what was typed stays in memory.
  handOverDrafts(client).catch(() => {})
}
