import { foldLetters } from '../../../../shared/domain/fold.ts'
import { type HoldingsOptions, type HoldingsReading, readHoldings } from '../../../../shared/tables/holdings.ts'
import { type SheetRow, splitText } from '../../../../shared/tables/split.ts'
import { type ChosenClass, emptyRow, type Row } from './rows.ts'

/** The most rows that a valuation may have. */
export const mostRows = 5000

/** True if a pasted text is a range of spreadsheet cells rather than text for a single input. */
export const looksLikeTable = (text: string): boolean => /\t|\n./.test(text.trimEnd())

const folded = (text: string) => foldLetters(text).replace(/\s+/g, ' ').trim()

/** Finds a class by its id or name; a name shared by two classes finds none. */
export function classFinder(known: readonly ChosenClass[]): (text: string) => ChosenClass | null {
  const classes = known.map(({ id, name }) => ({ id, name }))
  const byId = new Map(classes.map((each) => [each.id, each]))
  const byName = new Map<string, ChosenClass | null>()
  for (const each of classes) byName.set(folded(each.name), byName.has(folded(each.name)) ? null : each)
  return (text) => byId.get(text.trim()) ?? byName.get(folded(text)) ?? null
}

type Find = ReturnType<typeof classFinder>
type Choices = Omit<HoldingsOptions, 'isClass'>

export type Paste = HoldingsReading & {
  /** All rows with content as they were pasted. */
  lines: readonly SheetRow[]
  /** The holdings as rows of the valuation. */
  rows: Row[]
  /** Rows whose class is unknown or ambiguous. */
  unknownClasses: number
  /** Rows without a readable value. */
  unreadValues: number
}

/** Reads pasted cells as holdings. */
export function readPaste(text: string, find: Find, choices: Choices): Paste {
  const sheet = splitText(text, { chosen: null, pasted: true })
  const reading = readHoldings(sheet, { ...choices, isClass: (cell) => find(cell) !== null })
  const rows = reading.holdings.map(({ name, class_text, value_text, external_id }): Row => {
    const chosen = find(class_text)
    return {
      ...emptyRow(),
      name,
      class: chosen,
      class_text: chosen ? '' : class_text,
      value: value_text,
      external_id,
    }
  })
  return {
    ...reading,
    lines: sheet.rows,
    rows,
    unknownClasses: rows.filter((row) => row.class === null).length,
    unreadValues: reading.holdings.filter(({ value }) => value === null).length,
  }
}
