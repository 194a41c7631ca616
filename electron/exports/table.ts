import type { Cell } from './cell.ts'

/** A line above the list: a name and its value. */
export type AboutLine = { name: string; value: Cell }

/** A file format: lines about the list, one row of headers, the list, and at most one remark below it. */
export type Table = {
  begin(about: readonly AboutLine[], headers: readonly string[]): Promise<void>
  write(rows: readonly (readonly Cell[])[]): Promise<void>
  /** Writes the remark, if there is one, and the end of the file. */
  end(remark: string | null): Promise<void>
  /** Aborts; the file is unusable then. */
  abandon(): void
}
