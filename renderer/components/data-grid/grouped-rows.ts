import type { GroupHeading, RowGroup, RowSource } from './row-source.ts'
import type { Span } from './windows.ts'

/** A grouped list by lines: every group has a heading, and unless it is closed its rows. */
export type GroupedRows<Row> = RowSource<Row> & {
  /** A row's place among the records; null for a heading. */
  recordAt(line: number): number | null
}

type Place = { line: number; record: number; heading: GroupHeading }

/**
 * The lines of a list whose records follow each other group by group. Records are read by `source` as they come into view; those of
 * closed groups are not read.
 *
 * @param closed - keys of the closed groups
 */
export function createGroupedRows<Row>(
  source: RowSource<Row>,
  groups: readonly RowGroup[],
  closed: ReadonlySet<string | null>,
): GroupedRows<Row> {
  const places: Place[] = []
  let [lines, records] = [0, 0]
  for (const group of groups) {
    const heading = { ...group, closed: closed.has(group.key) }
    places.push({ line: lines, record: records, heading })
    lines += 1 + (heading.closed ? 0 : group.rows)
    records += group.rows
  }
  const skipped = places
    .filter(({ heading }) => heading.closed)
    .map(({ record, heading }) => ({ first: record, last: record + heading.rows - 1 }))
  /** The last place that begins at or before a line. */
  const placeAt = (line: number) => {
    let [low, high] = [0, places.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((places[middle]?.line ?? 0) <= line) low = middle
      else high = middle - 1
    }
    return places[low]
  }
  const recordAt = (line: number) => {
    const place = placeAt(line)
    return place && line > place.line ? place.record + line - place.line - 1 : null
  }
  /** The records of the open groups' rows within some lines. */
  const spansOf = ({ first, last }: Span): Span[] =>
    places.flatMap(({ line, record, heading }) => {
      if (heading.closed || line + heading.rows < first || line >= last) return []
      const from = record + Math.max(0, first - line - 1)
      return [{ first: from, last: record + Math.min(heading.rows, last - line) - 1 }]
    })
  return {
    ...source,
    total: () => lines,
    rowAt(line) {
      const record = recordAt(line)
      return record === null ? undefined : source.rowAt(record)
    },
    headingAt(line) {
      const place = placeAt(line)
      return place?.line === line ? place.heading : null
    },
    recordAt,
    want({ first, last, speed }) {
      const spans = spansOf({ first, last })
      const from = spans[0]?.first ?? placeAt(first)?.record ?? 0
      source.want({ first: from, last: spans.at(-1)?.last ?? from, speed, skipped })
    },
    async readRange(span, signal) {
      const rows: Row[] = []
      for (const one of spansOf(span)) rows.push(...(await source.readRange(one, signal)))
      return rows
    },
  }
}
