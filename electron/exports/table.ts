import type { Cell } from './cell.ts'

/** A line above the list: what it says, and of what. */
export type AboutLine = { name: string; value: Cell }

/** A file's format: lines about the list, one row of headers, the list, and at most one remark under it. */
export type Table = {
  begin(about: readonly AboutLine[], headers: readonly string[]): Promise<void>
  write(rows: readonly (readonly Cell[])[]): Promise<void>
  /** Writes the remark, if there is one, and all that the format has at its end. */
  end(remark: string | null): Promise<void>
  /** Gives up; the file is of no use then. */
  abandon(): void
}
