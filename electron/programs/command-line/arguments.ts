import { parseArgs } from 'node:util'
import { type Filter, filterOperators } from '../../../shared/domain/filter-rules.ts'
import { filterColumns, type ListColumn } from '../../../shared/ipc/list-columns.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import type { Command, InputOf } from '../protocol.ts'

export const formats = ['text', 'json', 'csv'] as const
export type Format = (typeof formats)[number]

/** How a command line is carried out. */
export type Order =
  | { does: 'help'; of: string | null }
  | { does: 'completion'; shell: string }
  | { does: 'version' }
  | { does: 'open'; link: string; userDataDir: string | null }
  | { does: 'mcp'; firm: string | null; userDataDir: string | null }
  | {
      does: 'ask'
      command: Command
      input: unknown
      firm: string | null
      format: Format
      /** The file to write; null for the standard output. */
      to: string | null
      userDataDir: string | null
    }

/** A command line that is not understood, with a sentence to show. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

/** Of every command. */
const common = {
  firm: { type: 'string' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  'user-data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Of single commands. */
const options = {
  ...common,
  where: { type: 'string', multiple: true, short: 'w' },
  columns: { type: 'string', short: 'c' },
  sort: { type: 'string', short: 's' },
  limit: { type: 'string', short: 'n' },
  after: { type: 'string' },
  before: { type: 'string' },
  household: { type: 'string' },
  resource: { type: 'string' },
  since: { type: 'string' },
  from: { type: 'string' },
  days: { type: 'string' },
  to: { type: 'string', short: 'o' },
  wait: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** The options of each command, beside the common ones. */
export const commandOptions = {
  status: [],
  search: ['limit'],
  list: ['where', 'columns', 'sort', 'limit', 'after', 'household'],
  export: ['where', 'columns', 'sort', 'limit', 'after', 'household', 'to'],
  get: ['resource'],
  changes: ['since', 'household', 'limit', 'before'],
  dates: ['from', 'days', 'household', 'limit'],
  book: [],
  sync: ['wait'],
  open: [],
  mcp: [],
  completion: [],
  help: [],
} as const satisfies Record<string, readonly Exclude<keyof Values, keyof typeof common | 'version'>[]>

export type CommandName = keyof typeof commandOptions

const isCommand = (name: string): name is CommandName => Object.hasOwn(commandOptions, name)

/**
 * Parses a command line with the parser of Node, which knows everything that is needed here.
 *
 * @param today - `YYYY-MM-DD` in local time
 * @throws WrongUsage
 */
export function parseCommandLine(argv: readonly string[], today: string): Order {
  const { values, positionals } = parse(argv)
  const [name, ...rest] = positionals
  if (values.version === true) return { does: 'version' }
  if (name === undefined) return { does: 'help', of: null }
  if (!isCommand(name)) throw new WrongUsage(`There is no command “${name}”.`)
  if (values.help === true) return { does: 'help', of: name }
  refuseForeign(name, values)
  const place = { firm: values.firm ?? null, userDataDir: values['user-data-dir'] ?? null }
  if (name === 'help') return { does: 'help', of: one(rest, 'help', 0) }
  if (name === 'completion') return { does: 'completion', shell: one(rest, 'completion', 1) ?? '' }
  if (name === 'open') return { does: 'open', link: one(rest, 'open', 1) ?? '', userDataDir: place.userDataDir }
  if (name === 'mcp') return { does: 'mcp', ...place }
  if (values.json === true && values.csv === true) throw new WrongUsage('Choose --json or --csv.')
  const to = values.to ?? null
  const usual = name === 'export' ? 'csv' : 'text'
  const format = values.json === true ? 'json' : values.csv === true ? 'csv' : usual
  if (name === 'export' && to === null) throw new WrongUsage('“export” needs --to FILE.')
  return { does: 'ask', ...inputOf(name, { values, rest, today }), ...place, format, to }
}

/** `--sort -title` as `--sort=-title`: the parser takes a value that begins with a dash only in this form. */
const joinSort = (argv: readonly string[]): string[] =>
  argv.flatMap((argument, at) => {
    const isSort = (text: string | undefined) => text === '--sort' || text === '-s'
    if (isSort(argv[at - 1]) && argument.startsWith('-')) return []
    const next = argv[at + 1]
    return isSort(argument) && next?.startsWith('-') === true ? [`--sort=${next}`] : [argument]
  })

function parse(argv: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: joinSort(argv), options, allowPositionals: true })
  } catch (problem) {
    throw new WrongUsage(problem instanceof Error ? (problem.message.split('. ')[0] ?? '') : '')
  }
}

function refuseForeign(name: CommandName, values: Values): void {
  const known: readonly string[] = [...Object.keys(common), ...commandOptions[name]]
  const foreign = Object.keys(values).find((option) => !known.includes(option))
  if (foreign !== undefined) throw new WrongUsage(`“${name}” has no option --${foreign}.`)
}

/** The one argument of a command; null if it may be missing and is. */
function one(rest: readonly string[], name: string, least: 0 | 1): string | null {
  if (rest.length > 1) throw new WrongUsage(`“${name}” takes one argument; quote one with spaces.`)
  if (rest.length < least) throw new WrongUsage(`“${name}” needs an argument.`)
  return rest[0] ?? null
}

type Given = { values: Values; rest: readonly string[]; today: string }
type Asked = { [Name in Command]: { command: Name; input: InputOf<Name> } }[Command]

function inputOf(name: Exclude<CommandName, 'help' | 'completion' | 'open' | 'mcp'>, given: Given): Asked {
  const { values, rest, today } = given
  const household = values.household ?? null
  if (name === 'list' || name === 'export') return { command: 'list', input: listOf(name, given) }
  if (name === 'search') {
    if (rest.length === 0) throw new WrongUsage('“search” needs a text.')
    return { command: name, input: { text: rest.join(' '), limit: count('limit', values.limit, 20, 50) } }
  }
  if (name === 'get') {
    const id = one(rest, name, 1) ?? ''
    const resource = values.resource === undefined ? null : resourceOf(values.resource)
    return { command: name, input: { id, resource } }
  }
  if (rest.length > 0) throw new WrongUsage(`“${name}” takes no argument.`)
  if (name === 'changes') {
    const since = values.since === undefined ? null : momentOf(values.since)
    const before =
      values.before === undefined ? {} : { before: count('before', values.before, 1, Number.MAX_SAFE_INTEGER) }
    const limit = count('limit', values.limit, 200, 10_000_000)
    return { command: name, input: { since, household, limit, ...before } }
  }
  if (name === 'dates') {
    const from = values.from ?? today
    if (Number.isNaN(Date.parse(`${from}T00:00:00Z`))) throw new WrongUsage('--from takes a day: 2026-01-31.')
    const days = count('days', values.days, 90, 366)
    const to = new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    return { command: name, input: { from, to, household, limit: count('limit', values.limit, 1_000, 1_000) } }
  }
  if (name === 'sync') return { command: name, input: { wait: values.wait === true } }
  return { command: name, input: {} }
}

function listOf(name: string, { values, rest }: Given): InputOf<'list'> {
  const resource = resourceOf(one(rest, name, 1) ?? '')
  const columns = (values.columns ?? '').split(',').filter((column) => column !== '')
  return {
    resource,
    where: (values.where ?? []).map((text) => parseWhere(resource, text)),
    columns,
    sort: values.sort === undefined ? null : sortOf(values.sort),
    household: values.household ?? null,
    limit: values.limit === undefined ? null : count('limit', values.limit, 1, 10_000_000),
    ...(values.after === undefined ? {} : { after: values.after }),
  }
}

const otherNames: Readonly<Record<string, Resource>> = { people: 'individuals', summaries: 'document-summaries' }

/** The lists by their names on the command line. */
export const resourceWords = [...resources, ...Object.keys(otherNames)]

function resourceOf(word: string): Resource {
  const resource = resources.find((known) => known === word) ?? otherNames[word]
  if (resource === undefined) throw new WrongUsage(`There is no list “${word}”: ${resourceWords.join(', ')}.`)
  return resource
}

/** `title` or `-title`. */
const sortOf = (text: string): { column: string; direction: 'asc' | 'desc' } =>
  text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }

/** A day as the screens count them, in local time, or a moment of one. Other texts, which a date parser would guess at, are refused. */
function momentOf(text: string): string {
  const [, day, rest] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}.*)?$/.exec(text) ?? []
  const time = Date.parse(rest === undefined ? `${day}T00:00` : text)
  // The 31st of a shorter month would be taken for a day of the next one.
  const isDay = day !== undefined && new Date(Date.parse(day)).getUTCDate() === Number(day.slice(-2))
  if (!isDay || Number.isNaN(time))
    throw new WrongUsage('--since takes a day or a moment: 2026-01-31 or 2026-01-31T09:00:00Z.')
  return new Date(time).toISOString()
}

function count(name: string, text: string | undefined, usual: number, most: number): number {
  const number = text === undefined ? usual : Number(text)
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new WrongUsage(`--${name} takes a number from 1 to ${most}.`)
  }
  return number
}

type Kind = ListColumn['kind']

/** The operator of each sign, by the kind of the column. */
const signs: Readonly<Record<string, Partial<Record<Kind, Filter['operator']>>>> = {
  '!=': { text: 'is_not', enum: 'none_of' },
  '!~': { text: 'not_contains' },
  '>=': { number: 'at_least', date: 'on_or_after', time: 'on_or_after' },
  '<=': { number: 'at_most', date: 'on_or_before', time: 'on_or_before' },
  '~': { text: 'contains' },
  '=': { text: 'is', enum: 'any_of', number: 'equals', boolean: 'is', date: 'between', time: 'between' },
}

const condition = /^([a-z_]+)(?::([a-z_]+))?(!=|!~|>=|<=|=|~)?(.*)$/s

/**
 * A condition: a column, a sign and a value (`kind=GRAT,SLAT`, `title~oak`, `effective_date<=2025-12-31`), or an operator by its
 * name (`effective_date:older_than_days=365`, `external_id:has_not`).
 */
function parseWhere(resource: Resource, text: string): InputOf<'list'>['where'][number] {
  const [, column = '', named, sign, rest = ''] = condition.exec(text) ?? []
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const known = Object.hasOwn(columns, column) ? columns[column] : undefined
  if (known === undefined) throw new WrongUsage(`--where: ${resource} cannot be filtered by “${column || text}”.`)
  const operator = named ?? signs[sign ?? '']?.[known.kind]
  const names: readonly string[] = [...filterOperators[known.kind], 'has', 'has_not']
  if (operator === undefined || !names.includes(operator)) {
    throw new WrongUsage(`--where: “${text}” is not a condition for ${column}. Its operators: ${names.join(', ')}.`)
  }
  const values = sign === undefined ? [] : valuesOf(known.kind, operator, rest)
  const wanted = known.kind === 'boolean' ? 'true or false' : 'a number'
  if (values.includes(null)) throw new WrongUsage(`--where: “${text}” needs ${wanted} as its value.`)
  return { column, operator, values: values.filter((value) => value !== null) }
}

const booleans: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

/** Null for a value that is not what the operator needs. */
function valuesOf(kind: Kind, operator: string, text: string): (string | number | boolean | null)[] {
  const isList = kind === 'enum' || operator === 'between'
  const parts = isList ? text.split(',') : [text]
  if (kind === 'boolean') return parts.map((part) => (Object.hasOwn(booleans, part) ? (booleans[part] ?? null) : null))
  const isNumber = kind === 'number' || operator.endsWith('_days')
  const both = operator === 'between' && parts.length === 1 ? [...parts, ...parts] : parts
  const numberOf = (part: string) => (part.trim() === '' || Number.isNaN(Number(part)) ? null : Number(part))
  return isNumber ? both.map(numberOf) : both
}
