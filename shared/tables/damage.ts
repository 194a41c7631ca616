/** The content of a cell, apart from its column's meaning. */
export type CellState =
  | { is: 'text'; text: string /** The repair, in words; null if there was none. */; mended: string | null }
  /** `word`: the word that means "nothing", such as N/A; empty for an empty cell. */
  | { is: 'empty'; word: string }
  /** A value was here, and the file does not have it. */
  | { is: 'lost'; by: 'error' | 'shortening' | 'encoding'; cause: string; next_step: string }

const nothing = /^(?:n\/?a|n\.a\.|#n\/a|null|\(null\)|none|nan|nil|-+|–|—|\.|undefined|not available|unknown)$/i
const spreadsheetError = /^#(?:ref!|value!|div\/0!|name\??|num!|null!|spill!|calc!|getting_data|error!?)$/i
/** As spreadsheets write it: the exponent has a sign and two digits or more. */
const scientific = /^[+-]?\d(?:[.,]\d+)?e[+-]\d{2,3}$/i
/** The apostrophe that keeps a spreadsheet from changing what follows. */
const kept = /^'(?=\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|\d+$)/

/**
 * Reads what spreadsheets do to cells: words for "nothing", error values, `########`, `="000123"`, shortened numbers. They are
 * recognized behind a quotation mark out of place as well.
 */
export function cellState(cell: string | undefined): CellState {
  const whole = (cell ?? '').trim()
  if (!/^"./.test(whole)) return stateOf(whole)
  const inside = stateOf(whole.slice(1).trim())
  return inside.is === 'text' && inside.mended === null ? stateOf(whole) : inside
}

function stateOf(text: string): CellState {
  if (text === '') return { is: 'empty', word: '' }
  if (text.includes('\0') || text.includes('\ufffd')) {
    return lost(
      'encoding',
      'The cell contains a character that cannot be read.',
      'Save the file as UTF-8, or choose its encoding.',
    )
  }
  if (/^#{2,}$/.test(text)) {
    return lost(
      'error',
      'The spreadsheet showed “####” instead of the value.',
      'Widen the column there, and copy or save again.',
    )
  }
  if (spreadsheetError.test(text)) {
    return lost(
      'error',
      'It is an error of the spreadsheet’s formula.',
      'Correct the formula there, or clear the cell.',
    )
  }
  if (scientific.test(text)) {
    return lost(
      'shortening',
      'The spreadsheet shortened this number, so its last digits are lost.',
      'Format the column as text or number there, and copy or save again.',
    )
  }
  if (nothing.test(text)) return { is: 'empty', word: text }
  const formula = text.startsWith('=') ? /^=\s*"((?:[^"]|"")*)"$/.exec(text)?.[1] : undefined
  if (formula !== undefined) {
    const inside = formula.replaceAll('""', '"').trim()
    return inside === '' ? { is: 'empty', word: '' } : { is: 'text', text: inside, mended: `Read as ${inside}.` }
  }
  return { is: 'text', text: text.startsWith("'") ? text.replace(kept, '').trim() : text, mended: null }
}

/** A cell's text; empty for words for "nothing" and for a value that the file does not have. */
export function stateText(cell: string): string {
  const state = cellState(cell)
  return state.is === 'text' ? state.text : ''
}

const lost = (by: 'error' | 'shortening' | 'encoding', cause: string, next_step: string): CellState => ({
  is: 'lost',
  by,
  cause,
  next_step,
})
