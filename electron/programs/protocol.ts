import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { programLevels } from '../../shared/domain/program-levels.ts'
import { longestId } from '../../shared/records/field.ts'
import { resources } from '../../shared/service/resource.ts'

// Another program asks the running Steward one command with one HTTP request over the loopback interface, and gets JSON lines:
// one `head`, any number of `rows`, and one `end` or `error`. An answer without its last line was cut.

/** Raised when a client of before would misunderstand an answer. */
export const protocolVersion = 1

/** Where Steward notes, for this user only, how to reach it; in the user-data folder. */
export const doorFile = 'program-door.json'

export const doorNote = z.strictObject({
  version: z.literal(protocolVersion),
  port: z.number().int().min(1).max(65_535),
  token: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Asks for a {@link proofOf} what follows it. */
export const proofTarget = '/1?prove='

/**
 * By which a program knows that Steward listens, before it sends anything: a Steward that was killed leaves its note behind, and another program
 * could listen on its port.
 */
export const proofOf = (token: string, challenge: string): string =>
  createHmac('sha256', token).update(challenge).digest('hex')

/** The largest request, in bytes. */
export const maxRequestBytes = 64 * 1024

/** How long a program waits for the user's consent, in ms. */
export const consentMs = 60_000

const id = z.string().min(1).max(longestId)
const resource = z.enum(resources)
const moment = z.iso.datetime()
const limit = z.number().int().min(1).max(10_000_000)

/** The input of every command. None of them changes a record. */
export const commandInputs = {
  status: z.strictObject({}),
  search: z.strictObject({ text: z.string().min(1).max(200), limit: z.number().int().min(1).max(50) }),
  list: z.strictObject({
    resource,
    where: z
      .array(
        z.strictObject({
          column: z.string().max(64),
          operator: z.string().max(32),
          values: z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(200),
        }),
      )
      .max(30),
    /** In this order; empty for all. */
    columns: z.array(z.string().max(64)).max(60),
    sort: z.strictObject({ column: z.string().max(64), direction: z.enum(['asc', 'desc']) }).nullable(),
    household: id.nullable(),
    limit: limit.nullable(),
    /** Reads on after the row with this id. */
    after: id.optional(),
  }),
  /** A record by its id; `resource` where several have that id. */
  get: z.strictObject({ id, resource: resource.nullable() }),
  /** Changes at the service, newest first. */
  changes: z.strictObject({
    ...{ since: moment.nullable(), household: id.nullable(), limit },
    /** Reads on before the change with this number. */
    before: z.number().int().optional(),
  }),
  /** Days of dates, as `YYYY-MM-DD`, in a span of at most a year. */
  dates: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    household: id.nullable(),
    limit: z.number().int().min(1).max(1_000),
  }),
  /** The sums of the whole firm. */
  book: z.strictObject({}),
  /** One page of a document's text. */
  page: z.strictObject({ document: id, page: z.number().int().min(1).max(100_000) }),
  /** Reads the service again now; with `wait`, the answer ends with the run. */
  sync: z.strictObject({ wait: z.boolean() }),
  /** Answers nothing, and stays open until the program leaves: for one that asks now and then. */
  attach: z.strictObject({}),
} as const

export type Command = keyof typeof commandInputs
export type InputOf<Name extends Command> = z.infer<(typeof commandInputs)[Name]>

export const commandNames = Object.keys(commandInputs) as [Command, ...Command[]]

/** The longest name by which a program presents itself. */
export const longestProgramName = 60

export const programRequest = z.strictObject({
  version: z.literal(protocolVersion),
  /** As the program presents itself. */
  program: z.string().min(1).max(longestProgramName),
  /** The name or id of a firm's connection; null for the one that is open. */
  firm: z.string().max(500).nullable(),
  command: z.enum(commandNames),
  input: z.unknown(),
})

export type ProgramRequest = z.infer<typeof programRequest>

/** Why a command was not answered. Their exit codes are in `command-line/exit-codes.ts`. */
export const refusalCodes = [
  'not-understood',
  'forbidden',
  'locked',
  'presenting',
  'not-allowed',
  'too-many',
  'no-firm',
  'hidden',
  'not-found',
  'failed',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

const refusal = z.strictObject({ code: z.enum(refusalCodes), message: z.string(), next_step: z.string() })

/** Above every answer: whose records it is of, how old they are, and what was left out. */
const head = z.strictObject({
  /** Null if the answer is about no firm. */
  firm: z.string().nullable(),
  /** When the list, or the oldest one, was last read completely, ISO 8601; null if never. */
  as_of: z.string().nullable(),
  /** The oldest check of a value, ISO 8601; null if none was checked. */
  values_checked_from: z.string().nullable(),
  /** Entities whose value was never read. */
  values_never_checked: z.number().int(),
  levels: programLevels,
})

const end = z.strictObject({
  rows: z.number().int(),
  /** The answer has not all: rows beyond the limit are left out, or records of a list within a row, which its `cut` names. */
  more: z.boolean(),
  /** The rows of the whole list, without a limit; null if they were not counted. */
  total: z.number().int().nullable(),
  /** The input that reads on where this answer ends; null if nothing is left, or if the command has none. */
  next: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
})

export type AnswerEnd = z.infer<typeof end>

/** The end of an answer that has all. */
export const wholeEnd = (rows: number): AnswerEnd => ({ rows, more: false, total: rows, next: null })

/** The input with which a command reads on after a row; null if it has none. */
export function nextAfter({ command, input }: { command: Command; input: unknown }, row: AnswerRow): AnswerEnd['next'] {
  if (command === 'list' && typeof row.id === 'string') return { after: row.id }
  if (command === 'changes' && typeof row.number === 'number') return { before: row.number }
  // Begins with the last day again, of which some may be left. A day alone that has too many cannot be divided.
  const { from, to = '' } = input as Partial<InputOf<'dates'>>
  return command === 'dates' && typeof row.date === 'string' && row.date !== from ? { from: row.date, to } : null
}

export const answerLine = z.union([
  z.strictObject({ head }),
  z.strictObject({ rows: z.array(z.record(z.string(), z.unknown())) }),
  z.strictObject({ end }),
  z.strictObject({ error: refusal }),
])

export type AnswerLine = z.infer<typeof answerLine>
export type AnswerHead = z.infer<typeof head>
export type AnswerRow = Record<string, unknown>

/** A command that is not answered, in words for the person who asked. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  readonly nextStep: string

  constructor(code: RefusalCode, message: string, nextStep: string) {
    super(message)
    this.code = code
    this.nextStep = nextStep
  }
}
