import { formatCalendarDate } from '../domain/dates.ts'
import { readDateColumn } from '../tables/dates.ts'
import type { Answers, Question } from '../tables/doubts.ts'
import type { CurrentValuation, EntityChoice } from './batch.ts'
import type { Statement } from './statement.ts'

/** The dates that a file names, before it is known which of it counts. */
export type DateSources = {
  /** The file's name. */
  name: string
  /** True if the file ends without a line break: a line that says more of its dates may be cut off. */
  isOpenEnded: boolean
  /** Titles, lines under tables, and pairs of label and value. */
  texts: readonly string[]
  /** Cells of columns with the date of the positions, and with the date of their prices. */
  positions: readonly string[]
  prices: readonly string[]
  /** Other cells with a date in figures: they show the file's order of day and month. */
  evidence: readonly string[]
}

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const dateIn = new RegExp(
  String.raw`(?<![\d.,])(?:(?:19|20)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d)(?!\d|[.,]\d)|\b${month}\.?[ -]+\d{1,2}(?:st|nd|rd|th)?,?[ -]+\d{4}\b|\b\d{1,2}[ -]+${month}\.?[ ,-]+\d{4}\b|\b\d{1,2}-${month}-\d{2}\b`,
  'gi',
)
/** A year of two digits is one of this century: a statement is not older than the custodian's program. */
const withCentury = (text: string): string => text.replace(/^(\d{1,2}[-/.](?:\d{1,2}|[a-z]+)[-/.])(\d{2})$/i, '$120$2')

/** The dates in a text as written, with years of four digits. */
export const datesIn = (text: string): string[] => [...text.matchAll(dateIn)].map(([date]) => withCentury(date))

const ofDownload = /\b(?:download|export|generat|print|creat|retriev|prepar|run\b|requested)\w*/i
const ofPositions =
  /\bas (?:of|at)\b|\b(?:statement|valuation|positions?|holdings?|report|reporting|effective|balance|ending|closing|period end) date\b|\bperiod\b|\b(?:positions?|holdings?|balances?|values?|statement)\b.*\b(?:on|for|ending|ended|dated)\b|\b(?:month|quarter|year) end(?:ed|ing)?\b/i

/** Words right before the date of another statement. */
const ofOtherDay =
  /\b(?:(?:next|previous|prior|preceding|opening|beginning|starting)\s+(?:\w+\s+){0,2}?(?:statement|balance|valuation|value|period|report|month|quarter|year)|last\s+(?:statement|report|valuation))\b[^\d;]{0,40}$/i

/** The dates in a part of a text without those of another statement. */
const ownDates = (text: string, from = 0, to = text.length): string[] =>
  [...text.matchAll(dateIn)].flatMap(({ 0: date, index }) =>
    index >= from && index < to && !ofOtherDay.test(text.slice(0, index)) ? [withCentury(date)] : [],
  )

type Found = { dates: string[]; from: string }

/** A text's date of the positions, its date of download, or another one. */
function readText(text: string): { is: 'positions' | 'download' | 'other'; found: Found } | null {
  const said = ofPositions.exec(text)
  const behind = said ? text.slice(said.index) : ''
  const until = ofDownload.exec(behind)
  const from = said?.index ?? text.length
  const dates = ownDates(text, from, until ? from + until.index : text.length)
  const isDownload = ofDownload.test(text)
  // Of a period, the last day is meant.
  if (dates.length > 0 && !(isDownload && ofDownload.test(text.slice(0, said?.index ?? 0))))
    return { is: 'positions', found: { dates: dates.slice(-1), from: text } }
  const all = ownDates(text)
  if (all.length === 0) return null
  return { is: isDownload ? 'download' : 'other', found: { dates: all.slice(-1), from: text } }
}

type Options = { answers: Answers; today: string }

/**
 * The date of a statement: as its texts, its columns and its name say, in this order; a date of download or of prices is a proposal. Where day and
 * month can be read in two ways, and no date of the file shows which, that is asked.
 */
export function readAsOf(
  { name, isOpenEnded, texts, positions, prices, evidence }: DateSources,
  { answers, today }: Options,
): { asOf: Statement['asOf']; question: Question | null } {
  const read = texts.flatMap((text) => readText(text) ?? [])
  const of = (is: 'positions' | 'download' | 'other') => read.flatMap((one) => (one.is === is ? [one.found] : []))
  const ofColumn = (cells: readonly string[], from: string): Found[] => {
    const dates = [...new Set(cells.flatMap(datesIn))]
    return dates.length === 0 ? [] : [{ dates, from }]
  }
  const title = name.replace(/_/g, ' ').replace(/\.[a-z0-9]{2,4}$/i, '')
  const ofName = datesIn(title).slice(0, 1)
  const sources = {
    text: of('positions'),
    column: ofColumn(positions, 'the column of dates'),
    name: ofName.map((date) => ({ dates: [date], from: 'the file’s name' })),
    download: of('download'),
    other: of('other'),
    prices: ofColumn(prices, 'the dates of the prices'),
  }
  const used = Object.values(sources).flatMap((found) => found.flatMap(({ dates }) => dates))
  // Dates with points and dates with slashes are two notations of one file: a trust's name has its own date.
  const columns = ['/', '.'].map((mark, at) => {
    const isOf = (text: string) => text.includes('/') === (mark === '/')
    const cells = [...used, ...evidence.flatMap(datesIn)].filter(isOf).map((text) => ({ row: 0, text }))
    return { isOf, ...readDateColumn(cells, { column: -1 - at, header: '', today: '9999-12-30', answers }) }
  })
  const isOpenOrder = (text: string) => /^\d{1,2}[-/.]\d/.test(text)
  const isoOf = (text: string): string[] => {
    const column = columns.find(({ isOf }) => isOf(text))
    const reading = column === undefined || (column.order === null && isOpenOrder(text)) ? null : column.read(text)
    return reading !== null && 'date' in reading ? [reading.date] : []
  }
  const known = (found: readonly Found[]) => [...new Set(found.flatMap(({ dates }) => dates.flatMap(isoOf)))].toSorted()
  // A title with a date of its own, such as a trust's, needs no order where another text says the statement's date.
  const needed =
    [...sources.text, ...sources.column].length > 0
      ? [...sources.text, ...sources.column]
      : Object.values(sources).flat()
  const open = needed
    .flatMap(({ dates }) => dates)
    .find((text) => isOpenOrder(text) && columns.some((one) => one.isOf(text) && one.questions.length > 0))
  const [order] = columns.find(({ isOf }) => open !== undefined && isOf(open))?.questions ?? []
  const question: Question | null =
    open === undefined || order === undefined
      ? null
      : { ...order, rows: [], column: null, text: `The statement’s date ${open} can be read in two ways.` }
  const priceDates = known(sources.prices)
  const conclude = (): Pick<Statement['asOf'], 'date' | 'proposed' | 'from'> => {
    const certain = [...sources.text, ...sources.column]
    const dates = known(certain)
    const downloaded = known(sources.download)
    if (dates.length > 1)
      return { date: null, proposed: dates.at(-1) ?? null, from: `the file has several dates: ${dates.join(', ')}` }
    if (dates.length === 1) return { date: dates[0] ?? null, proposed: null, from: certain[0]?.from ?? null }
    const [named] = known(sources.name)
    if (named !== undefined && !downloaded.includes(named)) {
      const from = 'the file’s name'
      return isOpenEnded || ofDownload.test(title)
        ? { date: null, proposed: named, from }
        : { date: named, proposed: null, from }
    }
    if (downloaded.length > 0)
      return { date: null, proposed: downloaded.at(-1) ?? null, from: sources.download[0]?.from ?? null }
    const others = known(sources.other)
    if (others.length > 0)
      return { date: null, proposed: others.at(-1) ?? null, from: sources.other.at(-1)?.from ?? null }
    return priceDates.length > 0
      ? { date: null, proposed: priceDates.at(-1) ?? null, from: 'the dates of the prices' }
      : { date: null, proposed: null, from: null }
  }
  return { asOf: dated({ ...conclude(), priceDates: priceDates.length > 1 ? priceDates : [] }, today), question }
}

/** Refuses a date in the future. */
export function dated(asOf: Omit<Statement['asOf'], 'problem'>, today: string): Statement['asOf'] {
  const { date, proposed } = asOf
  if (date !== null && date > today)
    return {
      ...asOf,
      date: null,
      proposed: null,
      problem: `The file’s date, ${formatCalendarDate(date)}, is in the future.`,
    }
  return { ...asOf, proposed: proposed !== null && proposed > today ? null : proposed, problem: null }
}

/** The latest date of the accounts of one entity; null while one of them has none. */
export const latestDate = (dates: readonly (string | null)[]): string | null =>
  dates.includes(null) ? null : (dates.toSorted().at(-1) ?? null)

/** True if values are older than the current valuation, which then stays the latest one. */
export const isOlder = (current: Pick<CurrentValuation, 'effective_date'> | null, as_of: string | null): boolean =>
  current !== null && as_of !== null && as_of < current.effective_date

type Aged = {
  current: Pick<CurrentValuation, 'id' | 'effective_date'> | null
  /** The date of each account. */
  dates: readonly (string | null)[]
  /** Identifies the accounts of the files that the answer holds for. */
  about: string
}

/** True for the answer to {@link askOlder} that leaves the accounts out. */
export const isLeftOutAsOlder = (question: string, answer: string | undefined): boolean =>
  question.startsWith('older:') && answer === 'leave-out'

/**
 * Asks whether values of an entity are logged that are older than its current valuation; null if none are. Beside newer values of another account
 * they would become a part of the latest valuation.
 */
export function askOlder({ id, name }: Pick<EntityChoice, 'id' | 'name'>, aged: Aged): Question | null {
  const { current, dates, about } = aged
  const [newest, as_of] = [latestDate(dates), latestDate(dates.filter((date) => isOlder(current, date)))]
  if (current === null || newest === null || as_of === null) return null
  const [own, latest] = [as_of, current.effective_date].map(formatCalendarDate)
  const effect = isOlder(current, newest)
    ? 'which stays the latest one'
    : `and would be a part of the one of ${formatCalendarDate(newest)}`
  return {
    id: `older:${id}:${current.id}:${as_of}:${about}`,
    rows: [],
    column: null,
    text: `The values of ${own} are older than the current valuation of ${name}, of ${latest}, ${effect}. Are they logged?`,
    choices: [
      { value: 'log', label: 'Log them all the same' },
      { value: 'leave-out', label: 'Leave them out' },
    ],
  }
}
