/** A person as every store keeps it: all fields of the service, and the name to sort by. */
export type Person = { id: string; title: string; state: string | null; is_primary: boolean }

/** A store that is compared. Each question resolves with the milliseconds that the store took. */
export type PeerStore = {
  /** Writes a page; the last one ends the writing. */
  write(page: readonly Person[], isLast: boolean): Promise<number>
  /** Reads 100 people in the order of their names, from anywhere. */
  page(offset: number): Promise<number>
  byId(id: string): Promise<number>
  /** Counts the primary people of a state. */
  count(state: string): Promise<number>
  close(): Promise<void>
}
