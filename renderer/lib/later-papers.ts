import { formatCalendarDate } from '../../shared/domain/dates.ts'
import { nodeKey } from '../../shared/domain/estate-map/nodes.ts'
import type { EstateNode } from '../../shared/ipc/estate.ts'
import type { LaterPaperFound } from '../../shared/ipc/facts.ts'

/** Amendments and restatements that are shown before the rest are counted. */
export const mostPapers = 3

const doubts = {
  draft: 'may be a draft',
  unsigned: 'may not be signed',
  revoked: 'may be revoked',
  superseded: 'may be superseded',
  revokes: 'says that it revokes another document',
} as const

/** That an amendment or a restatement is on file, when it is from, and its doubts; without a stop. */
export function paperWords({ is, order, date, is_read, states }: LaterPaperFound): string {
  const paper = is === 'amendment' ? 'An amendment' : 'A restatement'
  const doubt = states.length > 0 ? ` that ${states.map((state) => doubts[state]).join(' and ')}` : ''
  if (!is_read) return `${paper} whose text was not read is on file`
  if (date === null) return `${paper}${doubt} is on file, and no date was found in it`
  const day = formatCalendarDate(date)
  if (order === 'later') return `A later ${is} of ${day}${doubt} is on file`
  return `${paper} of ${day}${doubt} is on file; which of the two is later is not known`
}

/** The trustees whom a paper names instead of some; none where it names one of these too. */
export function otherTrusteesIn(
  { trustees }: LaterPaperFound,
  holders: readonly EstateNode[],
): LaterPaperFound['trustees'] {
  const own = new Set(holders.map(nodeKey))
  return trustees.some(({ who }) => who.some((one) => own.has(nodeKey(one)))) ? [] : trustees
}
