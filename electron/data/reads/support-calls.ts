/** Figures of a store that do not require reading any record. */
export type StoreFigures = {
  schema: number
  /** Number of rows by table. */
  rows: Record<string, number>
  /** The result of SQLite's own check; `not-checked` if it would take longer than a user waits. */
  integrity: 'ok' | 'damaged' | 'not-checked'
}

/** Writes in the same state, on the same kind of record, with the same problem. */
export type OperationFigures = { state: string; action: string; resource: string; code: string | null; times: number }

export type SupportReads = {
  'support.figures': {
    input: Record<string, never>
    output: { mirror: StoreFigures; ledger: StoreFigures; operations: OperationFigures[] }
  }
}
