import { z } from 'zod'
import type { FieldIssue } from '../domain/app-error.ts'
import { emptinessOperators, type Filter, filterOperators, filterProblem } from '../domain/filter-rules.ts'
import { filterColumns, type ListColumn } from '../ipc/list-columns.ts'
import { documentTypes } from '../service/document.ts'
import { entityKinds } from '../service/entity.ts'
import usual from './usual-rules.json' with { type: 'json' }

/** The format's name and version; a file without it is rejected. */
const rulesFormat = 'steward-rules-1'

const text = (most: number) => z.string().min(1).max(most)
const wholeNumber = (most: number) => z.int().min(0).max(most)
const calendarDate = z.iso.date()

const shared = {
  /** By which its switch, its exceptions and a firm's rule in its place are kept. */
  id: text(80),
  /** Shown in lists: “Crummey letter”. */
  name: text(80),
  /** When it applies, in one or two sentences. */
  words: text(400).optional(),
  /** The form, section and year that it rests on. */
  source: text(200).optional(),
}

const kinds = z.array(z.enum(entityKinds)).min(1).max(entityKinds.length)

const monthAndDay = { month: z.int().min(1).max(12), day: z.int().min(1).max(31) }

/** A day of the year so many years after that of an event, such as April 15 of the next year. */
const dayOfLaterYear = z.strictObject({ years_later: wholeNumber(20), ...monthAndDay })

/** Some months after a death, or after the date of an entity's trust agreement; or on a day of a later year. */
const afterEvent = z.strictObject({
  after: z.enum(['death', 'agreement']),
  months: wholeNumber(240).optional(),
  on: dayOfLaterYear.optional(),
})

/** Each of these has a document of one of these types on file. */
const documentRule = z.strictObject({
  kind: z.literal('document'),
  ...shared,
  /** Living primary clients, people who died, active entities, or households. */
  each: z.enum(['primary', 'deceased', 'entity', 'household']),
  /** Of entities: only these kinds; otherwise every kind. */
  kinds: kinds.optional(),
  /** A document of any of these types is enough. */
  types: z.array(z.enum(documentTypes)).min(1).max(documentTypes.length),
  /** `anyone`: a document of anyone in the household is enough. Otherwise its own, or one filed under the household alone. */
  of: z.enum(['own', 'anyone']).optional(),
  /** Once (usual), for this or the last calendar year, for each year since the first one known, or after an event. */
  when: z.union([z.enum(['once', 'this-year', 'last-year', 'each-year']), afterEvent]).optional(),
})

/** Time after a birth or death; of several the first whose `born_to` is not before the birth. */
const after = z.strictObject({
  /** The last birth that it holds for; without it, all later ones. */
  born_to: calendarDate.optional(),
  years: wholeNumber(120).optional(),
  months: wholeNumber(240).optional(),
  /** More months from the date so reached, such as those of an extension. */
  further_months: wholeNumber(240).optional(),
})

/** True: once its day has passed, a date is listed as overdue until it is done, back to the year before this one. */
const canBeOverdue = { overdue: z.boolean().optional() }

/** A date computed from a birth or a death. */
const dateRule = z.strictObject({
  kind: z.literal('date'),
  ...shared,
  /** People; or primary clients only. */
  each: z.enum(['person', 'primary']),
  from: z.enum(['birth', 'death']),
  after: z.array(after).min(1).max(10),
  /** The day of a year so many years after that date. */
  on: dayOfLaterYear.optional(),
  /** True: again each year from then on. */
  yearly: z.boolean().optional(),
  /** Whether a weekend or a legal holiday moves it to the next business day. */
  weekend: z.enum(['stays', 'moves']),
  ...canBeOverdue,
  /** Words for some births, where the law is disputed. */
  disputed: z.strictObject({ born_from: calendarDate, born_to: calendarDate, words: text(400) }).optional(),
})

/** A date of each year, of households that have an active entity of these kinds; without kinds, of all. */
const yearlyRule = z.strictObject({
  kind: z.literal('yearly'),
  ...shared,
  kinds: kinds.optional(),
  ...monthAndDay,
  weekend: z.enum(['stays', 'moves']),
  ...canBeOverdue,
})

const operators = [...new Set([...Object.values(filterOperators).flat(), ...emptinessOperators])] as const

/** A list's filters: all of them hold. */
const filters = z
  .array(
    z.strictObject({
      column: text(60),
      operator: z.enum(operators),
      values: z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(200),
    }),
  )
  .max(10)

/** The records of a list that lack something, such as people without a date of birth. */
const qualityRule = z
  .strictObject({
    kind: z.literal('quality'),
    ...shared,
    list: z.enum(['households', 'individuals', 'entities', 'documents']),
    /** The records that are checked; without it, all. */
    of: filters.optional(),
    /** Those of them that lack it. */
    filters: filters.min(1),
  })
  .superRefine(({ list, of = [], filters: lacking }, context) => {
    const columns: Readonly<Record<string, ListColumn>> = filterColumns[list]
    for (const [name, given] of Object.entries({ of, filters: lacking })) {
      for (const [at, filter] of given.entries()) {
        const column = columns[filter.column]
        const problem = column ? filterProblem(column, filter as Filter) : 'The list has no such column.'
        if (problem !== null) context.addIssue({ code: 'custom', message: problem, path: [name, at] })
      }
    }
  })

const rule = z.discriminatedUnion('kind', [documentRule, dateRule, yearlyRule, qualityRule])

export type Rule = z.infer<typeof rule>
export type DocumentRule = z.infer<typeof documentRule>
export type DateRule = z.infer<typeof dateRule>
export type YearlyRule = z.infer<typeof yearlyRule>
export type QualityRule = z.infer<typeof qualityRule>

const mostRules = 100

/** How a file names the schema that editors check it with. */
const editorSchema = z.string().max(500).optional()

/**
 * Rules, as a file or as a setting of a firm's policy. One with the id of Steward's takes its place; `off` names rules that do not apply.
 */
export const ruleFile = z.strictObject({
  $schema: editorSchema,
  format: z.literal(rulesFormat),
  rules: z.array(rule).max(mostRules).optional(),
  off: z.array(text(80)).max(mostRules).optional(),
})

export type RuleFile = z.infer<typeof ruleFile>

/** Steward's rules, in the order in which lists show them. */
export const usualRules: readonly Rule[] = ruleFile.parse(usual).rules ?? []

/** The same with rules that were not checked yet. */
const uncheckedFile = ruleFile.extend({ rules: z.array(z.unknown()).max(mostRules).optional() })

const maxIssues = 10

/** The rules of a file that apply, and the problems of those that do not; null if the file itself is not valid. */
export type ReadRules = { file: RuleFile | null; issues: FieldIssue[] }

/** Checks rule by rule: one with a problem is left out and named, and the others apply. */
export function readRules(given: unknown): ReadRules {
  const outer = uncheckedFile.safeParse(given)
  if (!outer.success) return { file: null, issues: outer.error.issues.slice(0, maxIssues).map(toIssue) }
  const rules: Rule[] = []
  const issues: FieldIssue[] = []
  for (const [at, one] of (outer.data.rules ?? []).entries()) {
    const { rule: read, issue } = readRule(one)
    const problem = issue ?? (rules.some(({ id }) => id === read.id) ? sameId : null)
    if (problem === null && read !== null) rules.push(read)
    else if (problem !== null) issues.push(named(one, at, problem))
  }
  const known = new Set([...usualRules, ...rules].map(({ id }) => id))
  for (const [at, id] of (outer.data.off ?? []).entries()) {
    if (!known.has(id)) issues.push({ field: `off.${at}`, message: `There is no rule “${id}”. Check its spelling.` })
  }
  return { file: { ...outer.data, rules }, issues: issues.slice(0, maxIssues) }
}

/** The same of a file's text. */
export function readRulesText(content: string): ReadRules {
  try {
    return readRules(JSON.parse(content.replace(/^\uFEFF/, '')))
  } catch {
    const message = 'This is not valid JSON. Check its braces, commas and quotation marks.'
    return { file: null, issues: [{ field: '', message }] }
  }
}

const sameId: FieldIssue = { field: 'id', message: 'A rule before it has this id. Give each rule its own.' }

function readRule(given: unknown): { rule: Rule; issue: null } | { rule: null; issue: FieldIssue } {
  const read = rule.safeParse(given)
  if (read.success) return { rule: read.data, issue: null }
  const [first] = read.error.issues
  return { rule: null, issue: first ? toIssue(first) : { field: '', message: notARule } }
}

/** The problem of one rule of a file, with the rule's name. */
function named(given: unknown, at: number, { field, message }: FieldIssue): FieldIssue {
  const own = z.looseObject({ name: text(80) }).safeParse(given)
  const which = own.success ? `The rule “${own.data.name}”` : `Rule ${at + 1}`
  return {
    field: ['rules', at, field].filter((part) => part !== '').join('.'),
    message: `${which} is left out. ${message}`,
  }
}

const toIssue = (issue: z.core.$ZodIssue): FieldIssue => ({
  field: issue.path.map(String).join('.'),
  message: say(issue),
})

const notARule = 'This must be a set of fields in braces. See the example in the manual.'

/** The next step for a field. */
const fieldWords: Readonly<Record<string, string>> = {
  format: `This must be "${rulesFormat}". Add it, or update Steward if the file is newer.`,
  kind: 'This must be "document", "date", "yearly" or "quality". Choose one of them.',
  types: 'This must list document types as the service spells them, such as "WILL". Check the spelling.',
  kinds: 'This must list entity kinds as the service spells them, such as "ILIT_TRUST". Check the spelling.',
  each: 'This must be "primary", "deceased", "entity" or "household" for documents, and "person" or "primary" for dates.',
  when: 'This must be "once", "this-year", "last-year", "each-year", or an event such as {"after": "death", "months": 9}.',
  of: 'This must be "own" or "anyone". Leave it out for “own”.',
  from: 'This must be "birth" or "death". Choose one of them.',
  after: 'This must list times such as {"years": 73}. See the example in the manual.',
  list: 'This must be "households", "individuals", "entities" or "documents". Choose one of them.',
  filters:
    'This must list filters such as {"column": "state", "operator": "has_not", "values": []} on columns of the list.',
  weekend: 'This must be "stays" or "moves". Choose one of them.',
  overdue: 'This must be true or false. Leave it out for false.',
  id: 'This must be a text of 1 to 80 characters that no other rule has.',
  name: 'This must be a text of 1 to 80 characters. It is shown in lists.',
  words: 'This must be a text of 1 to 400 characters.',
  source: 'This must be a text of 1 to 200 characters.',
  rules: `This must be a list of at most ${mostRules} rules. See the example in the manual.`,
  off: `This must be a list of at most ${mostRules} ids of rules.`,
  month: 'This must be a number from 1 to 12.',
  day: 'This must be a number from 1 to 31.',
}

function say(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `Steward does not know “${issue.keys[0]?.slice(0, 60)}” here. Check its spelling or leave it out.`
  }
  const field = issue.path.findLast((part) => typeof part === 'string')
  if (issue.code === 'custom') return `${issue.message} ${fieldWords.filters}`
  return fieldWords[String(field ?? '')] ?? notARule
}

/** Who set a rule: Steward, the user's file, or the firm's policy. */
export type RuleSetter = 'steward' | 'file' | 'policy'

export type RuleInForce = { rule: Rule; by: RuleSetter }

/**
 * The rules that apply: Steward's, with those of the user's file and then those of the firm in their place, or after them. What is off
 * in the user's file is on again if the firm has a rule for it.
 */
export function rulesInForce({ file, policy }: { file: RuleFile | null; policy: RuleFile | null }): RuleInForce[] {
  const inForce = new Map<string, RuleInForce>(usualRules.map((one) => [one.id, { rule: one, by: 'steward' }]))
  for (const [by, given] of [
    ['file', file],
    ['policy', policy],
  ] as const) {
    for (const one of given?.rules ?? []) inForce.set(one.id, { rule: one, by })
    for (const id of given?.off ?? []) inForce.delete(id)
  }
  return [...inForce.values()]
}
