import { type Read, readHoldingsText, readPeopleFile } from './adapter.ts'
import { generate } from './generate.ts'
import type { Allowed, Case, Knowledge, RecordTruth, TruthRow } from './table.ts'

export type Result = {
  seed: number
  made: Case
  read: Read
  problems: string[]
  /** The kinds of question that the first reading and those after it asked. */
  asked: string[]
  /** The kinds of question that stayed open: the truth does not tell their answer. */
  unanswered: string[]
  counts: { records: number; accepted: number; refused: number; wholeRefused: number }
}

const maxReadings = 12

/** Makes the table of a seed, has it read, answers what is asked, and compares what was read with the truth. */
export async function judgeSeed(seed: number): Promise<Result> {
  const made = generate(seed)
  const answers: Record<string, string> = {}
  const asked = new Set<string>()
  const problems: string[] = []
  let read = await readCase(made, answers)
  problems.push(...judgeAmbiguity(made, read))
  for (let reading = 1; reading < maxReadings; reading += 1) {
    let isNew = false
    for (const question of read.questions) {
      asked.add(kindOf(question.id))
      if (question.id in answers) continue
      const answer = answerTo(question, made)
      if (answer === null) continue
      answers[question.id] = answer
      isNew = true
    }
    if (!isNew) break
    read = await readCase(made, answers)
  }
  problems.push(...judgeRead(made, read, answers))
  const unanswered = read.isReady ? [] : read.questions.map(({ id }) => kindOf(id))
  const records = made.rows.filter(({ kind }) => kind === 'record')
  const refused = new Set(read.refused)
  return {
    seed,
    made,
    read,
    problems,
    asked: [...asked],
    unanswered: [...new Set(unanswered)],
    counts: {
      records: read.isReady ? records.length : 0,
      accepted: read.isReady ? read.accepted.length : 0,
      refused: read.isReady ? read.refused.length : 0,
      wholeRefused: read.isReady ? records.filter((row) => isWhole(row) && refused.has(row.row)).length : 0,
    },
  }
}

function readCase(made: Case, answers: Record<string, string>): Read | Promise<Read> {
  return made.kind === 'holdings'
    ? readHoldingsText(made.text, { ...answers })
    : readPeopleFile(made.bytes, { ...answers })
}

function kindOf(id: string): string {
  return id.split(':')[0] ?? id
}

/** A row whose every cell has one certain value. */
function isWhole({ truth }: TruthRow): boolean {
  return (
    truth !== null &&
    !truth.isUncertain &&
    Object.values(truth.fields).every((allowed) => allowed.length === 1 && allowed[0] !== null)
  )
}

function answerTo({ id, choices }: Read['questions'][number], { knowledge, headerRow }: Case): string | null {
  const wanted = wantedAnswer(kindOf(id), knowledge, headerRow)
  if (wanted === null) return null
  const offered = choices.map(({ value }) => value)
  if (offered.includes(wanted)) return wanted
  if (kindOf(id) === 'account') return offered.find((value) => value.endsWith(wanted)) ?? null
  return null
}

function wantedAnswer(kind: string, knowledge: Knowledge, headerRow: number): string | null {
  switch (kind) {
    case 'mark':
    case 'dates':
    case 'serials':
    case 'sides':
    case 'zeros':
    case 'account':
      return knowledge[kind]
    case 'scale':
      return String(knowledge.scale)
    case 'table':
      return knowledge.table === null ? null : String(knowledge.table)
    case 'rate':
      return 'refuse'
    case 'exponents':
      return 'rounded'
    case 'value':
      return knowledge.valueColumn === null ? null : String(knowledge.valueColumn)
    case 'short-rows':
      return knowledge.shortRows
    case 'header':
      return headerRow === 0 ? 'none' : String(headerRow)
    default:
      return null
  }
}

/** Nothing ambiguous may be accepted before anything was answered. */
function judgeAmbiguity({ mustAsk, rows, countedUpTo }: Case, { isReady, accepted }: Read): string[] {
  if (mustAsk === null || !isReady) return []
  const field = mustAsk === 'mark' ? 'value' : 'date_of_birth'
  const ambiguous = new Set(
    rows.filter(({ row, truth }) => truth?.isAmbiguous && row <= countedUpTo).map(({ row }) => row),
  )
  return accepted.flatMap((each) =>
    ambiguous.has(Number(each.row)) && each[field] !== null
      ? [
          `row ${each.row}: ${field} can be read in two ways, and was accepted as ${JSON.stringify(each[field])} without a question`,
        ]
      : [],
  )
}

function judgeRead(made: Case, read: Read, answers: Record<string, string>): string[] {
  const problems: string[] = []
  const places = new Map<number, string[]>()
  const put = (row: number, place: string) => places.set(row, [...(places.get(row) ?? []), place])
  for (const { row } of read.accepted) put(Number(row), 'accepted')
  for (const row of read.refused) put(row, 'refused')
  for (const row of read.leftOut) put(row, 'left out')
  for (const [row, found] of places) if (found.length > 1) problems.push(`row ${row} is ${found.join(' and ')}`)
  // What is accepted, refused or left out is final only once nothing is open.
  if (!read.isReady) return problems

  const truths = new Map(made.rows.map((each) => [each.row, each]))
  for (const each of made.rows) {
    if (each.row > made.countedUpTo) continue
    const place = places.get(each.row)?.[0]
    if (place === undefined) problems.push(`row ${each.row} is in no list`)
    else if (each.kind === 'record' && place === 'left out' && !mayLeaveOut(each, answers))
      problems.push(`row ${each.row} is a record and was left out`)
  }
  for (const accepted of read.accepted) {
    const row = Number(accepted.row)
    if (row > made.countedUpTo) {
      problems.push(...judgeByName(made, accepted))
      continue
    }
    const truth = truths.get(row)
    if (truth === undefined) problems.push(`row ${row} was accepted; it is no row with content below the header`)
    else if (truth.truth === null) problems.push(`row ${row} was accepted; it is no record`)
    else if (isOtherAccount(truth.truth, answers)) problems.push(`row ${row} was accepted; it is of another account`)
    else problems.push(...differences(truth, accepted).map((difference) => `row ${row}: ${difference}`))
  }
  return problems
}

function mayLeaveOut({ truth }: TruthRow, answers: Record<string, string>): boolean {
  if (truth === null || truth.mayLeaveOut) return true
  const isOtherTable = answers.table !== undefined && answers.table !== String(truth.table)
  return isOtherTable || isOtherAccount(truth, answers)
}

function isOtherAccount({ account }: RecordTruth, answers: Record<string, string>): boolean {
  const chosen = answers.account
  return chosen !== undefined && chosen !== '*' && account !== null && !chosen.endsWith(account)
}

/** After a quotation mark out of place, the number of a row is uncertain: an accepted row must be true of some record. */
function judgeByName(made: Case, accepted: Record<string, string | number | null>): string[] {
  const found = made.rows.filter((row) => row.truth !== null).map((row) => differences(row, accepted))
  if (found.some((each) => each.length === 0)) return []
  const closest = found.toSorted((one, other) => one.length - other.length)[0] ?? []
  return [`row ${accepted.row}: true of no record; closest: ${closest.join(', ')}`]
}

function differences({ truth }: TruthRow, accepted: Record<string, string | number | null>): string[] {
  return Object.entries(truth?.fields ?? {}).flatMap(([field, allowed]) => {
    const given = accepted[field] ?? null
    if (isAllowed(given, allowed)) return []
    // The user must type a value that is missing: it is never taken silently.
    if (field === 'value' && given === null && truth?.isUncertain) return []
    return [
      `${field} is ${JSON.stringify(given)}, and not ${allowed.map((value) => JSON.stringify(value)).join(' or ')}`,
    ]
  })
}

function isAllowed(given: string | number | null, allowed: Allowed): boolean {
  return allowed.some((value) => {
    if (typeof value === 'number') return typeof given === 'number' && Math.abs(given - value) < 0.001
    if (typeof value === 'string') return typeof given === 'string' && plain(given) === plain(value)
    return given === null || given === ''
  })
}

/** Line breaks and several spaces count as one space; the marks of accents may be written apart. */
function plain(text: string): string {
  // A quotation mark at the start of a pasted cell is part of its text.
  return text.normalize('NFC').replace(/^"/, '').replace(/\s+/g, ' ').trim()
}
