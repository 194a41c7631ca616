/** What is known of a store without looking at a single record. */
export type StoreFigures = {
  schema: number
  /** Rows of each table. */
  rows: Record<string, number>
  /** What SQLite's own check says; `not-checked` where that would take longer than a person waits. */
  integrity: 'ok' | 'damaged' | 'not-checked'
}

/** Writes in the same state, about the same kind of record, with the same problem. */
export type OperationFigures = { state: string; action: string; resource: string; code: string | null; times: number }

export type SupportReads = {
  'support.figures': {
    input: Record<string, never>
    output: { mirror: StoreFigures; ledger: StoreFigures; operations: OperationFigures[] }
  }
}
