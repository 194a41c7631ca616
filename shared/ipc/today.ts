import { z } from 'zod'
import { operation } from '../domain/operation.ts'
import { connectionId, idInput, procedure } from './procedure.ts'

/** The most lines of a section; its total is always complete. */
export const maxTodayLines = 50

const link = z.strictObject({ id: z.string(), name: z.string() })

const sectionOf = <Line extends z.ZodType>(line: Line) =>
  z.strictObject({ lines: z.array(line).max(maxTodayLines), total: z.number().int() })

/** A write that needs a decision: a conflict, a question, a refusal. */
const decision = operation.pick({ id: true, action: true, resource: true, record_id: true }).extend({
  title: z.string(),
  /** The operation's state in words, as in the outbox. */
  state: z.string(),
})

const summaryLine = z.strictObject({ id: z.string(), title: z.string(), household: link, created_at: z.string() })

const oldFigures = z.strictObject({
  household: link,
  /** Entities whose latest valuation is a year old or older. */
  entities: z.number().int(),
  /** The date of the oldest one, `YYYY-MM-DD`. */
  oldest: z.string(),
  /** Their directly held assets, exact in cents. */
  cents: z.string().regex(/^-?\d+$/),
})

const birthday = z.strictObject({
  individual: link,
  household: link,
  /** The birthday in the coming 30 days, `YYYY-MM-DD`. */
  date: z.string(),
  /** The age reached then. */
  age: z.number().int(),
  /** True for 18, 65 and 73. */
  milestone: z.boolean(),
})

const missingOfHousehold = z.strictObject({
  household: link,
  missing: z.array(
    z.strictObject({
      rule: z.string(),
      /** The person or entity that the rule is about; null for the household itself. */
      about: z
        .strictObject({ resource: z.enum(['individuals', 'entities']), id: z.string(), name: z.string() })
        .nullable(),
    }),
  ),
})

const todayAnswer = z.strictObject({
  decisions: sectionOf(decision),
  summaries: sectionOf(summaryLine),
  /** Most value first. `cents`: of all of them. */
  old_figures: sectionOf(oldFigures).extend({ cents: z.string(), entities: z.number().int() }),
  /** Milestones first, then by date. Milestones of everyone, other birthdays of primary clients. */
  birthdays: sectionOf(birthday),
  /** `total` counts households, `documents` the documents that are not on file here. */
  missing: sectionOf(missingOfHousehold).extend({ documents: z.number().int() }),
  rules: z.strictObject({
    source: z.enum(['default', 'file', 'policy']),
    /** Problems of the rules that were given; the default rules apply then. */
    problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  }),
})

export const todayContract = {
  /** Everything on the page Today, in the households of one owner, or in all of them. Decisions are those of this computer. */
  get: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, owner_id: idInput.nullable() }))
    .output(todayAnswer),
  /** The kinds of documents that a household has on file, most of them first, and those that the same rules miss. */
  filed: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(
      z.strictObject({
        kinds: z.array(z.strictObject({ type: z.string(), count: z.number().int() })),
        missing: missingOfHousehold.shape.missing,
        source: todayAnswer.shape.rules.shape.source,
      }),
    ),
}

export type TodayAnswer = z.infer<typeof todayAnswer>
export type MissingOfHousehold = z.infer<typeof missingOfHousehold>
