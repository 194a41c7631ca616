import { z } from 'zod'
import { maxTodayLines } from '../domain/limits.ts'
import { operation } from '../domain/operation.ts'
import { wellFormed } from '../service/fields.ts'
import { selectedRows } from './bulk.ts'
import { dateLine } from './dates.ts'
import { writtenFile } from './exports.ts'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The most households of which missing documents are listed at once. */
const mostMissing = 1_000

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
  /** The entity whose valuation that is; null if it is gone. */
  oldest_entity: link.nullable(),
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
  email: z.string().nullable(),
})

const missingOfHousehold = z.strictObject({
  household: link,
  missing: z.array(
    z.strictObject({
      rule_id: z.string(),
      rule: z.string(),
      /** `unknown`: a document whose year is not clear may be it, or the date of a death is not recorded. */
      state: z.enum(['missing', 'unknown']),
      /** The calendar years, ascending; none for a rule without years. */
      years: z.array(z.number().int()),
      /** The person or entity that the rule is about; null for the household itself. */
      about: z
        .strictObject({ resource: z.enum(['individuals', 'entities']), id: z.string(), name: z.string() })
        .nullable(),
    }),
  ),
})

const ruleSource = z.enum(['default', 'file', 'policy'])

/** A rule for documents. `on`: the user has not switched it off; then what it does not find is counted. */
const ruleSwitch = z.strictObject({
  id: z.string(),
  name: z.string(),
  on: z.boolean(),
  /** False for a rule of the firm, which the user cannot switch off. */
  switchable: z.boolean(),
  documents: z.number().int(),
  households: z.number().int(),
  unknown: z.number().int(),
})

/** The record to which a rule does not apply. */
const ruleRecord = z.strictObject({
  resource: z.enum(['households', 'individuals', 'entities', 'documents']),
  id: idInput,
})

/** A rule that the user does not apply to a record. */
const ruleException = z.strictObject({
  rule_id: z.string(),
  /** The rule's name, or its id if there is no such rule any more. */
  rule: z.string(),
  household_id: z.string(),
  /** `name`: null if the record is gone. */
  record: ruleRecord.extend({ id: z.string(), name: z.string().nullable() }),
  reason: z.string(),
  /** ISO 8601. */
  made_at: z.string(),
})

/** A rule that applies in this connection, with its switch. */
const ruleLine = z.strictObject({
  id: z.string(),
  kind: z.enum(['document', 'date', 'yearly', 'quality']),
  name: z.string(),
  words: z.string(),
  source: z.string(),
  /** The list that a rule about quality checks; null for other rules. */
  list: z.enum(['households', 'individuals', 'entities', 'documents']).nullable(),
  by: z.enum(['steward', 'file', 'policy']),
  on: z.boolean(),
  /** False for a rule of the firm, which the user cannot switch off. */
  switchable: z.boolean(),
})

const listFilters = z.array(
  z.strictObject({
    column: z.string(),
    operator: z.string(),
    values: z.array(z.union([z.string(), z.number(), z.boolean()])),
  }),
)

/** The result of a rule about the quality of records. */
const qualityCheck = z.strictObject({
  id: z.string(),
  name: z.string(),
  words: z.string(),
  source: z.string(),
  /** The list and its filters that show what was found. */
  list: z.enum(['households', 'individuals', 'entities', 'documents']),
  filters: listFilters,
  /** Records that the user left out of the rule are not checked. */
  checked: z.number().int(),
  found: z.number().int(),
  /** Records left out that the rule would find, and the filters that show them. */
  left_out: z.number().int(),
  left_out_filters: listFilters,
})

const todayAnswer = z.strictObject({
  decisions: sectionOf(decision),
  summaries: sectionOf(summaryLine),
  /** Most value first. `cents`: of all of them. */
  old_figures: sectionOf(oldFigures).extend({ cents: z.string(), entities: z.number().int() }),
  /** By date. Milestones of everyone, other birthdays of primary clients. */
  birthdays: sectionOf(birthday),
  /** The documents that are not on file here, and the households that lack any. */
  missing: z.strictObject({
    documents: z.number().int(),
    households: z.number().int(),
    /** Documents that may be on file: see the state `unknown`. */
    unknown: z.number().int(),
    rules: z.array(ruleSwitch),
  }),
  rules: z.strictObject({
    source: ruleSource,
    /** Problems of the user's own rules, each of which is left out. */
    problems: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  }),
})

/** As {@link ruleSwitch} names a rule. */
const ruleId = wellFormed(z.string().min(1).max(80))

/** Why a rule does not apply; null: it applies again. */
const exceptionReason = wellFormed(z.string().trim().min(1).max(200)).nullable()

const exceptionsIn = <R extends RuleRecord['resource']>(resource: R) =>
  z.strictObject({
    connectionId,
    rule_id: ruleId,
    resource: z.literal(resource),
    which: selectedRows(resource),
    reason: exceptionReason,
  })

/** The households of an owner, of the whole firm (null), or those selected in their list. */
const whoseDocuments = z.union([
  z.strictObject({ owner_id: idInput.nullable() }),
  z.strictObject({ which: selectedRows('households') }),
])

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
        source: ruleSource,
        /** AI summaries that the user has not reviewed. */
        to_review: z.number().int(),
      }),
    ),
  /**
   * The dates of the coming year of a household and its records, by rules and the user's own: those that are open, the next first, of one of
   * the user's own that repeats only the next. `overdue`: as `dates.list` has them. `marked`: the snoozed ones and those that are done.
   */
  dates: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(
      z.strictObject({
        lines: z.array(dateLine),
        overdue: z.array(dateLine),
        marked: z.array(dateLine),
        /** People who died on a date that is not recorded, so that nothing can be derived from it. */
        undated_deaths: z.number().int(),
      }),
    ),
  /** The documents that the rules which are switched on, or one of them, do not find on file, by household in the order of their names. */
  missing: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        of: whoseDocuments,
        rule_id: ruleId.nullable(),
        limit: z.number().int().min(1).max(mostMissing),
      }),
    )
    .output(
      z.strictObject({
        lines: z.array(missingOfHousehold),
        /** All of them, also beyond `limit`. */
        households: z.number().int(),
        documents: z.number().int(),
        unknown: z.number().int(),
        /** The names of the rules that were applied. */
        rules: z.array(z.string()),
        source: ruleSource,
        /** Until when people, entities and documents were read completely, ISO 8601; null if they were not. */
        as_of: z.string().nullable(),
      }),
    ),
  /** Writes the same to a CSV file that the user chooses, without a limit. */
  exportMissing: procedure({ permission: 'export' })
    .input(z.strictObject({ connectionId, of: whoseDocuments }))
    .output(writtenFile),
  /** The results of the rules about the quality of records, in the whole firm; those that are switched off are left out. */
  quality: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ checks: z.array(qualityCheck) })),
  /** All rules of this connection, in the order in which lists show them. */
  rules: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(todayAnswer.shape.rules.extend({ rules: z.array(ruleLine) })),
  /** The rules that the user does not apply to records of a household, or of all (null), the oldest first. */
  exceptions: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput.nullable() }))
    .output(z.strictObject({ exceptions: z.array(ruleException) })),
  /** The rules of Data quality that find a record, and the rules of any kind that the user does not apply to it. */
  rulesOf: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ...ruleRecord.shape }))
    .output(
      z.strictObject({
        found: z.array(
          ruleException.pick({ rule_id: true, rule: true }).extend({
            words: z.string(),
            /** Whether it is about records that may be recorded twice, which have a page of their pairs. */
            is_double: z.boolean(),
          }),
        ),
        exceptions: z.array(ruleException),
      }),
    ),
  /** Remembers why a rule does not apply to a record of a household; without a reason it applies again. */
  setException: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        rule_id: ruleId,
        household_id: idInput,
        record: ruleRecord,
        reason: exceptionReason,
      }),
    )
    .output(nothing),
  /**
   * Does the same for selected rows of a list. A record that is left out already keeps its reason. `changed`: those that were left out, or are
   * checked again; `gone`: how many are not in the offline copy any more.
   */
  setExceptions: procedure({ permission: 'keep' })
    .input(
      z.discriminatedUnion('resource', [
        exceptionsIn('households'),
        exceptionsIn('individuals'),
        exceptionsIn('entities'),
        exceptionsIn('documents'),
      ]),
    )
    .output(z.strictObject({ changed: z.array(z.string()), gone: z.number().int() })),
  /** Switches a rule on or off, for this connection on this computer. Rules of a firm's policy are always on. */
  setRule: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: ruleId, on: z.boolean() }))
    .output(nothing),
}

export type WhoseDocuments = z.infer<typeof whoseDocuments>
export type RuleRecord = z.infer<typeof ruleRecord>
export type RuleException = z.infer<typeof ruleException>
export type TodayAnswer = z.infer<typeof todayAnswer>
export type MissingOfHousehold = z.infer<typeof missingOfHousehold>
