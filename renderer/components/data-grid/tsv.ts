const number = /^-?\d+(\.\d+)?$/

/**
 * A text as a spreadsheet cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; text with line
 * breaks or tabs is quoted.
 */
function cellText(text: string): string {
  const safe = /^[\s]*[=+\-@]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as tab-separated values for the clipboard, as spreadsheets read them. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n')
