import { expect, it } from 'vitest'
import type { SheetRow } from '../../../shared/tables/split.ts'
import { countsIn } from '../../../shared/tables/totals.ts'

const rowsOf = (...rows: string[]): SheetRow[] => rows.map((text, at) => ({ row: at + 2, cells: text.split(',') }))
const counted = (...rows: string[]) => countsIn(rowsOf(...rows)).map(({ row }) => row)

it('a total with a name counts others only if its number is that of the people since the last one, or of all', () => {
  const people = ['Ada,Smith', 'Ben,Smith', 'Smith total,2', 'Cy,Jones', 'Di,Jones', 'Ed,Jones', 'Jones total,3']
  expect(counted(...people)).toEqual([4, 8])
  expect(counted(...people, 'Everyone total,5')).toEqual([4, 8, 9])
  expect(counted(...people, 'Everyone total,6')).toEqual([4, 8])
  // Someone whose last name is Total.
  expect(counted('Ada,Smith', 'Mary Total,7')).toEqual([])
})

it('a row of labels of counts and their numbers counts others, whatever the numbers are', () => {
  expect(counted('Ada,Smith', 'Total clients,12', 'Ben,Jones', 'Number of households:,3')).toEqual([3, 5])
  expect(counted('Clients,Households')).toEqual([])
})
