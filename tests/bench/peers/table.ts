/** One program's results in one comparison. */
export type PeerRow = {
  /** The work that is compared. */
  what: string
  name: string
  /** Results as text with units, by what was measured. */
  figures: Record<string, string>
  /** Each round's values, of what was measured in rounds. */
  rounds?: Record<string, number[]>
  /** What one program does and the other does not. */
  remarks?: string
}

/** Writes one Markdown table for each comparison. */
export function peersText(rows: readonly PeerRow[]): string {
  return [...new Set(rows.map(({ what }) => what))]
    .map((what) =>
      tableOf(
        what,
        rows.filter((row) => row.what === what),
      ),
    )
    .join('\n\n')
}

function tableOf(what: string, rows: readonly PeerRow[]): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `### ${what}`,
    '',
    line(['', ...columns, 'remarks']),
    line(Array.from({ length: columns.length + 2 }, () => '---')),
    ...rows.map(({ name, figures, remarks = '' }) =>
      line([name, ...columns.map((column) => figures[column] ?? '–'), remarks]),
    ),
  ].join('\n')
}
