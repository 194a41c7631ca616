import { z } from 'zod'
import { jsonFields } from '../../../shared/domain/operation.ts'
import { type KeptDraft, maxDraft } from '../../../shared/ipc/drafts.ts'
import { type Draft, draftKey, draftName } from './drafts.ts'

const draft = z.strictObject({ base: jsonFields.nullable(), values: jsonFields.nullable(), dirty: z.boolean() })

function readDraft(json: string): Draft | null {
  try {
    return draft.parse(JSON.parse(json))
  } catch {
    // The draft is from another version of Steward with different forms.
    return null
  }
}

/** Drafts of an earlier run, by key. Drafts that cannot be read are skipped and stay in the ledger. */
export function draftsFrom(connectionId: string, kept: readonly KeptDraft[]): Record<string, Draft> {
  const drafts: Record<string, Draft> = {}
  for (const { name, json } of kept) {
    const found = readDraft(json)
    if (found) drafts[draftKey(connectionId, name)] = found
  }
  return drafts
}

type Drafts = Readonly<Record<string, Draft>>
type Change = { name: string; json: string | null }

/** The drafts of a connection to store after a change; `json` is null for those to remove. */
export function draftsToKeep(connectionId: string, before: Drafts, now: Drafts): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key): Change[] => {
    const name = draftName(connectionId, key)
    const [was, is] = [before[key], now[key]]
    if (name === null || was === is || is?.saving) return []
    if (is?.dirty) {
      const json = JSON.stringify(is)
      return json.length > maxDraft ? [] : [{ name, json }]
    }
    return was?.dirty ? [{ name, json: null }] : []
  })
}
