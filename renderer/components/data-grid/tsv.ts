const number = /^-?\d+(\.\d+)?$/

/**
 * A text as a spreadsheet's cell. What a spreadsheet would run as a formula gets an apostrophe before it; line breaks and
 * tabs are quoted.
 */
function cellText(text: string): string {
  const safe = /^[\s]*[=+\-@]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as tab-separated values, as spreadsheets take them from the clipboard. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n')
