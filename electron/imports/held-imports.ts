import { AppError } from '../../shared/domain/app-error.ts'
import type { ImportPart } from '../../shared/domain/import/import-fields.ts'
import type { ImportPlan } from '../../shared/ipc/imports.ts'
import { createMutex, type Mutex } from '../../shared/lib/calls.ts'
import type { CheckedImport } from './check-import.ts'
import type { ImportTable } from './import-table.ts'

/**
 * An import in progress: the files as received, their tables, the verdicts, and what has been saved. Held only in memory.
 */
export type HeldImport = {
  readonly connectionId: string
  /** All its rows are one save, so that they can be undone together. */
  readonly saveId: string
  readonly pieces: Map<ImportPart | 'asset_classes', Uint8Array[]>
  readonly tables: Map<ImportPart, ImportTable>
  checked: (CheckedImport & { plan: ImportPlan }) | null
  /** Rows that are in the outbox: their record's id there, by {@link savedKey}. */
  saved: Map<string, string>
  /** Rows are saved a chunk at a time. */
  readonly inTurn: Mutex
}

/** The key of a row in `saved`. */
export const savedKey = (part: ImportPart, row: number): string => `${part} ${row}`

type Named = { connectionId: string; import_id: string }

/** Maximum number of held imports. Closing a window does not drop its import, so the oldest one is dropped. */
const maxHeld = 4

/** Holds imports until they are dropped. */
export function createHeldImports() {
  const held = new Map<string, HeldImport>()
  return {
    begin(id: string, connectionId: string): void {
      held.set(id, {
        connectionId,
        saveId: id,
        pieces: new Map(),
        tables: new Map(),
        checked: null,
        saved: new Map(),
        inTurn: createMutex(),
      })
      const oldest = held.keys().next().value
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
    },
    /** @throws AppError `import/gone` if it was dropped, or is of another connection */
    get({ connectionId, import_id }: Named): HeldImport {
      const found = held.get(import_id)
      if (found?.connectionId === connectionId) return found
      throw new AppError('import/gone', {
        message: 'Steward no longer has the files of this import.',
        nextStep: 'Choose the files again.',
      })
    },
    /** Any change to an import's input discards its check and the user's agreement to it. */
    forgetJudgement(one: HeldImport): void {
      one.checked = null
      one.saved = new Map()
    },
    drop: ({ import_id }: Named) => void held.delete(import_id),
  }
}
