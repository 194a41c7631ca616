import type { z } from 'zod'
import type { BendPage, PageParts } from '../routes/services.ts'
import { document, household, individual } from '../schemas/responses.ts'
import type { Cursors } from '../store/cursor.ts'
import type { Store } from '../store/store.ts'
import type { TableName } from '../store/tables.ts'

export const PAGE_FAULTS = [
  /** From the second page on, `end_cursor` repeats the cursor of the request. */
  'repeated-cursor',
  /** The last page says that there are more and points back to the end of the first page. */
  'cyclic',
  /** A page says that there are more, but gives no cursor. */
  'next-without-cursor',
  /** Between any two pages there is an empty page that says that there are more. */
  'empty-page',
  /** Every page except the first begins with the last item of the previous page. */
  'duplicates',
  /** `total_count` is twice the real count plus seven. */
  'lying-total',
  /** After each page, its first item moves to the end of the list, once. */
  'moving',
  /** Items of households, individuals and documents have only their required fields; a record read by id is complete. */
  'required-only',
] as const

export type PageFault = (typeof PAGE_FAULTS)[number]

export interface PageFaults {
  bend: BendPage
  /** Null ends the fault for this resource. */
  set(table: TableName, fault: PageFault | null): void
  clear(): void
}

const described: Partial<Record<TableName, z.ZodObject>> = {
  households: household,
  individuals: individual,
  documents: document,
}

/** Returns the item without the fields that its schema marks as optional. */
function requiredOnly(table: TableName, text: string): string {
  const shape = described[table]?.shape
  if (shape === undefined) return text
  const item = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return JSON.stringify(
    Object.fromEntries(item.filter(([field]) => shape[field]?.safeParse(undefined).success !== true)),
  )
}

/** Makes lists misbehave, one fault per resource. */
export function createPageFaults(store: Store, cursors: Cursors): PageFaults {
  const active = new Map<TableName, PageFault>()
  const firstEnd = new Map<TableName, string | undefined>()
  const lastItemBefore = new Map<string, string>()
  const moved = new Set<string>()

  function moveFirst(table: TableName, page: PageParts): void {
    const { id } = JSON.parse(page.texts[0] ?? '{}') as { id?: string }
    if (id === undefined || moved.has(id)) return
    moved.add(id)
    store[table].moveToEnd(id)
  }

  const bend: BendPage = ({ query: { table, after: seq }, after, afterMark }, page) => {
    if (after === undefined) firstEnd.set(table, page.endCursor)
    switch (active.get(table)) {
      case 'repeated-cursor':
        return { ...page, hasNext: true, endCursor: after ?? page.endCursor }
      case 'cyclic':
        return page.hasNext ? page : { ...page, hasNext: true, endCursor: firstEnd.get(table) }
      case 'next-without-cursor':
        return { ...page, hasNext: true, endCursor: undefined }
      case 'empty-page': {
        if (seq === undefined || afterMark > 0) return page
        const endCursor = cursors.encode(table, { seq, mark: 1 })
        return { ...page, texts: [], hasNext: true, startCursor: undefined, endCursor }
      }
      case 'duplicates': {
        const last = page.texts.at(-1)
        if (page.endCursor !== undefined && last !== undefined) lastItemBefore.set(page.endCursor, last)
        const repeated = after === undefined ? undefined : lastItemBefore.get(after)
        return repeated === undefined ? page : { ...page, texts: [repeated, ...page.texts] }
      }
      case 'lying-total':
        return { ...page, totalCount: page.totalCount * 2 + 7 }
      case 'moving':
        moveFirst(table, page)
        return page
      case 'required-only':
        return { ...page, texts: page.texts.map((text) => requiredOnly(table, text)) }
      default:
        return page
    }
  }

  return {
    bend,
    set(table, fault) {
      if (fault === null) active.delete(table)
      else active.set(table, fault)
    },
    clear() {
      for (const memory of [active, firstEnd, lastItemBefore, moved]) memory.clear()
    },
  }
}
