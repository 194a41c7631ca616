import { AppError } from '../../shared/domain/app-error.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { ImportPlan } from '../../shared/ipc/imports.ts'
import type { JudgedImport } from './check-import.ts'
import type { ParsedTable } from './parse-table.ts'

/** An import under way: its texts as they came, its tables, its verdicts, and what has been saved. Kept in memory alone. */
export type HeldImport = {
  readonly connectionId: string
  readonly texts: Map<ImportPart, string[]>
  readonly tables: Map<ImportPart, ParsedTable>
  judged: (JudgedImport & { plan: ImportPlan }) | null
  /** Of rows that are in the outbox: the record's id there, by {@link savedKey}. */
  saved: Map<string, string>
  /** Settles when the rows that are being saved right now are; it never rejects. */
  chunkUnderWay: Promise<void>
}

export const savedKey = (part: ImportPart, row: number): string => `${part} ${row}`

type Named = { connectionId: string; import_id: string }

/** Imports that are held at once; a window that was closed drops none, so the oldest goes. */
const maxHeld = 4

/** Holds imports until they are dropped. */
export function createHeldImports() {
  const held = new Map<string, HeldImport>()
  return {
    begin(id: string, connectionId: string): string {
      held.set(id, {
        connectionId,
        texts: new Map(),
        tables: new Map(),
        judged: null,
        saved: new Map(),
        chunkUnderWay: Promise.resolve(),
      })
      const oldest = held.keys().next().value
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
      return id
    },
    /** Throws `import/gone`. */
    get({ connectionId, import_id }: Named): HeldImport {
      const found = held.get(import_id)
      if (found?.connectionId === connectionId) return found
      throw new AppError('import/gone', {
        message: 'Steward no longer holds the files of this import.',
        nextStep: 'Choose the files again.',
      })
    },
    /** Whatever changes what was judged ends what was agreed to. */
    forgetJudgement(one: HeldImport): void {
      one.judged = null
      one.saved = new Map()
    },
    drop: ({ import_id }: Named) => void held.delete(import_id),
  }
}
