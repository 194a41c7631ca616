import type { Runtimes } from '../connections/runtimes.ts'
import type { Core } from './core.ts'

/** Unsaved form input, stored in the ledger of its connection. */
export function createDraftUseCases(runtimes: Runtimes): Core['drafts'] {
  const storeOf = async (id: string) => (await (await runtimes.get(id)).open()).store
  return {
    list: async (id) => (await storeOf(id)).read('drafts.list', {}),
    keep: async (id, draft) => (await storeOf(id)).keep('drafts.keep', draft),
  }
}
