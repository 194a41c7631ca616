import { z } from 'zod'
import { formatCount } from '../../../../shared/domain/counts.ts'
import { maxDescription } from '../../../../shared/records/field.ts'
import type { Asset, Valuation } from '../../../../shared/service/valuation.ts'
import type { ValuationCreate } from '../../../../shared/service/writes.ts'
import { assetsToSend, problemsOf, type Row, startingRows } from './rows.ts'

const row = z.strictObject({
  key: z.string(),
  from: z.number().int().nullable(),
  name: z.string(),
  class: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  class_text: z.string(),
  value: z.string(),
  external_id: z.string(),
  removed: z.boolean(),
})

/** The form values of the composer, as stored in a draft. */
export const typedValuation = z.strictObject({
  rows: z.array(row),
  /** `YYYY-MM-DD`; empty until a complete date is typed. */
  effective_date: z.string(),
  description: z.string(),
})

export type TypedValuation = z.infer<typeof typedValuation>

/** The initial values of a new valuation: the assets of the last one, effective today. */
export const beginning = (last: readonly Asset[], today: string): TypedValuation => ({
  rows: startingRows(last),
  effective_date: today,
  description: '',
})

export type ValuationProblems = { date: string | null; description: string | null; rows: ReadonlyMap<string, object> }

const calendarDate = z.iso.date()

/** All problems that prevent logging the valuation; null if there are none. */
export function problemsWith({ rows, effective_date, description }: TypedValuation): ValuationProblems | null {
  const date = calendarDate.safeParse(effective_date).success ? null : 'Enter a date.'
  const tooLong = description.length > maxDescription ? `Use at most ${formatCount(maxDescription)} characters.` : null
  const byRow = new Map(
    rows.flatMap((each: Row) => {
      const problems = problemsOf(each)
      return Object.keys(problems).length > 0 ? [[each.key, problems] as const] : []
    }),
  )
  return date || tooLong || byRow.size > 0 ? { date, description: tooLong, rows: byRow } : null
}

/** The request body; only valid if {@link problemsWith} returned null. */
export const bodyOf = ({ rows, effective_date, description }: TypedValuation): ValuationCreate => ({
  directly_held_assets: assetsToSend(rows),
  effective_date,
  ...(description.trim() === '' ? {} : { description }),
})

/** A warning about the effective date, shown before the valuation is logged; null if there is none. */
export function dateWarning(
  date: string,
  { last, today }: { last: Pick<Valuation, 'effective_date'> | null; today: string },
): 'earlier' | 'future' | null {
  if (!calendarDate.safeParse(date).success) return null
  if (last && date < last.effective_date) return 'earlier'
  return date > today ? 'future' : null
}
