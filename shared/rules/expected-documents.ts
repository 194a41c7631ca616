import { businessDay } from '../dates/calendar.ts'
import { firstDate } from '../dates/derive-dates.ts'
import { nextDay } from '../domain/days.ts'
import type { DocumentRule } from './rules.ts'

/** An individual or an entity that a document can be about. */
export type Subject = { id: string; name: string }

/** A household's records, as far as rules for documents look at them. */
export type FiledRecords = {
  /** Living primary clients. */
  primaries: readonly Subject[]
  /** People who died; `date_of_death` is `YYYY-MM-DD`, or null where it is not recorded. */
  deceased: readonly (Subject & { date_of_death: string | null })[]
  /** Active entities; `agreed` is the date of their trust agreement, null where none was confirmed. */
  entities: readonly (Subject & { kind: string; agreed: string | null })[]
  documents: readonly FiledDocument[]
}

export type FiledDocument = {
  type: string
  name: string
  individual_id: string | null
  entity_id: string | null
  /** The year of its confirmed date; null without one. Its name may still have one. */
  year: number | null
}

/**
 * The result of a rule for one person, entity or household. `missing`: no document is on file here, which never says that none exists.
 * `unknown`: a document whose year is not clear may be it, or the date of a death is not recorded.
 */
export type ExpectedDocument = {
  rule_id: string
  /** The rule's name. */
  rule: string
  about: (Subject & { resource: 'individuals' | 'entities' }) | null
  state: 'missing' | 'unknown'
  /** The calendar years, ascending; none for a rule without years. */
  years: number[]
}

/** The most years that a rule for each year looks back. */
const yearsBack = 15

/**
 * The documents that rules expect and do not find on file.
 *
 * A document that is filed under the household alone counts for each of its people and entities. The day on which it was added says
 * nothing about its year.
 *
 * @param today - `YYYY-MM-DD`
 */
export function expectedDocuments(
  rules: readonly DocumentRule[],
  records: FiledRecords,
  today: string,
): ExpectedDocument[] {
  return rules.flatMap((rule) => {
    const types: readonly string[] = rule.types
    const suitable = records.documents.filter(({ type }) => types.includes(type))
    return subjectsOf(rule, records).flatMap((subject): ExpectedDocument[] => {
      const { about } = subject
      const filed = rule.of === 'anyone' ? suitable : suitable.filter((document) => isAbout(document, about))
      const found = expectationOf(rule, { ...subject, filed }, today)
      return found === null ? [] : [{ rule_id: rule.id, rule: rule.name, about, ...found }]
    })
  })
}

/** `event`: the date of the death or of the agreement; null where it is not known. */
type RuleSubject = { about: ExpectedDocument['about']; event: string | null }

function subjectsOf({ each, kinds }: DocumentRule, { primaries, deceased, entities }: FiledRecords): RuleSubject[] {
  if (each === 'household') return [{ about: null, event: null }]
  if (each === 'entity') {
    return entities
      .filter(({ kind }) => kinds?.some((one) => one === kind) ?? true)
      .map(({ id, name, agreed }) => ({ about: { resource: 'entities', id, name }, event: agreed }))
  }
  const people = each === 'primary' ? primaries.map((one) => ({ ...one, date_of_death: null })) : deceased
  return people.map(({ id, name, date_of_death }) => ({
    about: { resource: 'individuals', id, name },
    event: date_of_death,
  }))
}

/** The first day on which a document is missing: the one after its due day, which a weekend or a holiday moves. */
function missingFrom({ months, on }: Exclude<DocumentRule['when'], string | undefined>, event: string): string | null {
  const due = firstDate({ after: [{ months }], on }, event)
  return due === null ? null : nextDay(businessDay(due).date)
}

/**
 * The first day after `today`, and in its year, on which rules may find something else of the same records: a due day has passed. A new
 * year may change everything.
 */
export function nextDue(rules: readonly DocumentRule[], records: FiledRecords, today: string): string | null {
  const days = rules.flatMap((rule) => {
    const { when } = rule
    if (typeof when !== 'object') return []
    return subjectsOf(rule, records).flatMap(({ event }) => (event === null ? [] : (missingFrom(when, event) ?? [])))
  })
  return days.filter((date) => date > today).toSorted()[0] ?? null
}

const isAbout = ({ individual_id, entity_id }: FiledDocument, about: ExpectedDocument['about']): boolean =>
  about === null ||
  (about.resource === 'individuals' ? individual_id : entity_id) === about.id ||
  (individual_id === null && entity_id === null)

type Expectation = Pick<ExpectedDocument, 'state' | 'years'> | null

const once = (state: ExpectedDocument['state']): Expectation => ({ state, years: [] })

function expectationOf(
  { when = 'once' }: DocumentRule,
  { about, event, filed }: RuleSubject & { filed: readonly FiledDocument[] },
  today: string,
): Expectation {
  if (when === 'once') return filed.length > 0 ? null : once('missing')
  const dated = filed.map((document) => yearsOf(document, about))
  const state = dated.some((years) => years.length === 0) ? 'unknown' : 'missing'
  if (typeof when === 'object') {
    // Nothing says that an agreement without a confirmed date is new; a death is certain, whenever it was.
    if (event === null) return when.after === 'agreement' || filed.length > 0 ? null : once('unknown')
    const first = missingFrom(when, event)
    const isDue = first !== null && first <= today
    const isFiled = dated.some((years) => years.some((year) => year >= Number(event.slice(0, 4))))
    return isDue && !isFiled ? once(state) : null
  }
  const thisYear = Number(today.slice(0, 4))
  const known = new Set(dated.flat())
  const last = when === 'last-year' ? thisYear - 1 : thisYear
  const since = event === null ? Math.min(thisYear, ...known) : Number(event.slice(0, 4))
  const first = when === 'each-year' ? Math.max(since, thisYear - yearsBack) : last
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, ahead) => first + ahead)
  const open = years.filter((year) => !known.has(year))
  return open.length === 0 ? null : { state, years: open }
}

/**
 * The years that a document is for; none where that is not clear. Those that its name says it is for come first, then its confirmed date,
 * then a year in its name that stands alone or in a list. A year in the name of the entity or person that it is about is not its own.
 */
function yearsOf({ name, year }: FiledDocument, about: ExpectedDocument['about']): number[] {
  const own = about === null || about.name === '' ? name : name.replaceAll(about.name, ' ')
  const said = readYears(own)
  return year === null || (said.isTold && said.years.length > 0) ? said.years : [year]
}

/** A year in a name; `text`: what stands between it and the year before. */
type NamedYear = { year: number; until: number; mark: 'for' | 'dated' | null; isDay: boolean; text: string }

const day = String.raw`(?<day>(?:19|20)\d{2}[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d{2})`
const nameParts = new RegExp(
  String.raw`(?<!\d)(?:${day}|(?<year>(?:19|20)\d{2})(?:[-–/](?<until>\d{2}))?)(?!\d)|(?<word>\p{L}[\p{L}’'-]*)|(?<close>[)\]])`,
  'gu',
)
const datedWord =
  /^(?:e-?)?(?:signed|dated|dtd|received|rec'?d|filed|sent|mailed|delivered|executed|notarized|acknowledged|recorded|scanned|uploaded|due)$/i
const forWord = /^(?:for|covering|re)$/i
/** Words between such a word and its year. */
const between =
  /^(?:on|in|by|at|of|the|tax|calendar|years?|gifts?|made|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\p{L}*|st|nd|rd|th)$/iu
const sure = /^\s*(?:,?\s*and|&|\+)\s*$/i
const list = /^\s*[,;/]\s*$/
const span = /^\s*(?:[-–—]|to|through|thru)\s*$/i

/**
 * The years that a name says a document is for, without those on which it was signed or sent. `isTold`: a word says which is which.
 */
function readYears(name: string): { years: number[]; isTold: boolean } {
  const found: NamedYear[] = []
  let mark: NamedYear['mark'] = null
  let ends = 0
  const spaced = name.replaceAll('_', ' ')
  for (const { 0: whole, index, groups = {} } of spaced.matchAll(nameParts)) {
    const { day: onDay, year, until, word } = groups
    if (word !== undefined) {
      if (datedWord.test(word)) mark = 'dated'
      else if (forWord.test(word)) mark = 'for'
      else if (!between.test(word) && !/^(?:and|to|through|thru)$/i.test(word)) mark = null
      continue
    }
    if (onDay === undefined && year === undefined) {
      mark = null
      continue
    }
    const text = spaced.slice(ends, index)
    const from = Number(year ?? /(?:19|20)\d{2}/.exec(onDay ?? '')?.[0])
    const isList = sure.test(text) || list.test(text) || span.test(text)
    if (mark === null && isList) mark = found.at(-1)?.mark ?? null
    // Two digits up to 12 may be a month.
    const last = Number(until ?? 0) > 12 ? Math.floor(from / 100) * 100 + Number(until) : from
    found.push({ year: from, until: Math.max(from, last), mark, isDay: onDay !== undefined, text })
    ends = index + whole.length
    mark = null
  }
  const told = found.filter((one) => one.mark === 'for')
  const open = told.length > 0 ? told : found.filter((one) => one.mark === null)
  // “2022, 2023 signed”: the second one may be the day of signing.
  const isAfterwards = mark === 'dated' && open.length > 1 && open.some(({ text }, at) => at > 0 && !sure.test(text))
  const isClear = isOneList(open) && !isAfterwards
  return { years: isClear ? listed(open) : [], isTold: found.some((one) => one.mark !== null) }
}

/** Whether years are one year, or parts of one list. */
const isOneList = (years: readonly NamedYear[]): boolean =>
  new Set(years.map(({ year }) => year)).size === 1 ||
  years.every(
    ({ text, isDay }, at) =>
      at === 0 || (isDay === years[0]?.isDay && (sure.test(text) || list.test(text) || (!isDay && span.test(text)))),
  )

/** All years of a list, with those between the ends of a span such as “2021–2024”. */
function listed(years: readonly NamedYear[]): number[] {
  const all = years.flatMap(({ year, until, text }, at) => {
    const before = years[at - 1]
    const from = before !== undefined && span.test(text) ? Math.min(before.until, year) : year
    return Array.from({ length: until - from + 1 }, (_, ahead) => from + ahead)
  })
  return [...new Set(all)]
}

/** How many documents that are: one for each year, or one. */
export const countExpected = (expected: readonly Pick<ExpectedDocument, 'years'>[]): number =>
  expected.reduce((sum, { years }) => sum + Math.max(1, years.length), 0)

/** Years in ascending order in words: “2019, 2021–2023”. */
export function sayYears(years: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const year of years) {
    const last = spans.at(-1)
    if (last?.to === year - 1) last.to = year
    else spans.push({ from: year, to: year })
  }
  const separator = (length: number) => (length === 1 ? ', ' : '–')
  return spans.map(({ from, to }) => (from === to ? `${from}` : `${from}${separator(to - from)}${to}`)).join(', ')
}

/** A document's name with its years: “Crummey letter of 2023”. */
export const nameExpected = ({ rule, years }: Pick<ExpectedDocument, 'rule' | 'years'>): string =>
  years.length === 0 ? rule : `${rule} of ${sayYears(years)}`

/** Why a document is not known to be missing. */
export const whyUnknown =
  'A document whose year is not clear from its date or name may be it, or a date of death is not recorded.'

type NamesOfSubject = {
  about: ExpectedDocument['about']
  names: string[]
  rules: Pick<ExpectedDocument, 'rule_id' | 'rule'>[]
}

/** The names of the documents in a state, for each individual or entity that they are about; null for the household itself. */
export const bySubject = (expected: readonly ExpectedDocument[], state: ExpectedDocument['state']): NamesOfSubject[] =>
  [
    ...Map.groupBy(
      expected.filter((one) => one.state === state),
      ({ about }) => about?.id ?? '',
    ).values(),
  ].map((rules) => ({ about: rules[0]?.about ?? null, names: rules.map(nameExpected), rules }))

/** How the screens name the source of the rules. */
export const ruleSources = {
  default: 'Steward’s usual rules',
  file: 'Steward’s usual rules and yours in rules.json',
  policy: 'your firm’s rules',
} as const
