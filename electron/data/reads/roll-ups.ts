import type { ReadInput, ReadOutput } from '../connection-store.ts'
import type { Reader } from './reader.ts'
import { sumHousehold } from './roll-up-sums.ts'

/** One household's balance sheet. */
export function rollUpHousehold(
  { mirror }: Reader,
  { id }: ReadInput<'rollUps.household'>,
): ReadOutput<'rollUps.household'> {
  return sumHousehold(mirror, id)
}

/** The whole book's balance sheet. */
export function rollUpBook({ book }: Reader, _: ReadInput<'rollUps.book'>): ReadOutput<'rollUps.book'> {
  return book.get()
}
