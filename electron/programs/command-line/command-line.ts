import { once } from 'node:events'
import { open, unlink } from 'node:fs/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { readRecordLink } from '../../../shared/domain/record-link.ts'
import { defaultUserDataDir, isRunning, ringDoorbell } from '../../platform/user-data.ts'
import { askSteward, NoAnswer } from '../ask-steward.ts'
import { readableColumns } from '../conceal.ts'
import { type InputOf, longestProgramName, Refused } from '../protocol.ts'
import { type Order, parseCommandLine, WrongUsage } from './arguments.ts'
import { exitCodes } from './exit-codes.ts'
import { completions, helpText } from './help.ts'
import { createPrinter, type Write } from './print.ts'

// The command line: a client of the running Steward. It opens no store, and has no keys.

const { stdout, stderr } = process

/**
 * Carries out a command line, and tells problems on the standard error.
 *
 * @param argv - without the program
 * @returns the exit code, once everything is written
 */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  // A reader such as `head` that has enough is no error.
  stdout.on('error', (problem: NodeJS.ErrnoException) => process.exit(problem.code === 'EPIPE' ? 0 : exitCodes.failed))
  stderr.on('error', () => {})
  const code = await carryOut(argv).catch(tellProblem)
  for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()))
  return code
}

const toStdout: Write = async (text) => {
  if (!stdout.write(text)) await once(stdout, 'drain')
}
const note = (line: string) => void stderr.write(`${line}\n`)

/** Another name than the usual one, for a script that wants a consent of its own. */
const programName = () => (process.env.STEWARD_PROGRAM || 'Steward command line').slice(0, longestProgramName)

function localDay(date: Date): string {
  return [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}

async function carryOut(argv: readonly string[]): Promise<number> {
  const order = parseCommandLine(argv, localDay(new Date()))
  if (order.does === 'help') await toStdout(helpText(order.of))
  else if (order.does === 'version') await toStdout(`${packageJson.version}\n`)
  else if (order.does === 'completion') await toStdout(completionOf(order.shell))
  else if (order.does === 'open') await openLink(order)
  else if (order.does === 'mcp') await mcp(order)
  else await ask(order)
  return 0
}

async function mcp({ firm, userDataDir }: Extract<Order, { does: 'mcp' }>): Promise<void> {
  // Other commands need not load it.
  const { serveMcp } = await import('../mcp.ts')
  await serveMcp({ userDataDir: userDataDir ?? defaultUserDataDir(), firm, version: packageJson.version }).closed
}

function completionOf(shell: string): string {
  const script = Object.hasOwn(completions, shell) ? completions[shell] : undefined
  if (script === undefined) throw new WrongUsage('“completion” takes bash or zsh.')
  return script
}

async function openLink({ link, userDataDir }: Extract<Order, { does: 'open' }>): Promise<void> {
  if (readRecordLink(link) === null) {
    throw new WrongUsage(
      'This is not a link to a record, such as steward://household/ID. “Copy a link to this record” makes one.',
    )
  }
  const folder = userDataDir ?? defaultUserDataDir()
  if (!(await isRunning(folder))) {
    throw new NoAnswer('not-running', 'Steward is not running.', 'Start it, and open your firm there.')
  }
  await ringDoorbell(folder, `${JSON.stringify({ links: [link], files: [] })}\n`)
}

/** Columns that a table for people leaves out unless they are asked for. */
function isForPrograms(column: string): boolean {
  return column.endsWith('_id') || ['created_at', 'updated_at', 'checked_at', 'pending'].includes(column)
}

/** A list for people has its names first and its ids last. */
function columnsForPeople({ resource }: InputOf<'list'>): string[] {
  const columns = readableColumns(resource).filter((column) => column !== 'id' && !isForPrograms(column))
  return [...columns.slice(0, 7), 'id']
}

async function ask(order: Extract<Order, { does: 'ask' }>): Promise<void> {
  const { command, firm, format, to } = order
  const list = command === 'list' ? (order.input as InputOf<'list'>) : null
  const chosen = list?.columns ?? []
  // A table of no rows has its headers.
  const usual = {
    text: columnsForPeople,
    csv: ({ resource }: InputOf<'list'>) => readableColumns(resource),
    json: () => [],
  }
  const columns = list !== null && chosen.length === 0 ? usual[format](list) : chosen
  const input = list === null ? order.input : { ...list, columns }
  const folder = order.userDataDir ?? defaultUserDataDir()
  const answer = askSteward(folder, { program: programName(), firm, command, input })
  // The first rows are awaited before anything is written: an answer that is refused leaves nothing.
  const first = await answer.next()
  const second = first.done === true ? first : await answer.next()
  const file = to === null ? null : await open(to, 'wx', 0o600)
  const write: Write = file === null ? toStdout : (text) => file.appendFile(text)
  const printer = createPrinter({ format, columns, write, note, isFile: file !== null })
  let isWhole = false
  try {
    if (first.done !== true && 'head' in first.value) await printer.head(first.value.head)
    let next = second
    for (; next.done !== true; next = await answer.next()) {
      if ('rows' in next.value) await printer.rows(next.value.rows)
    }
    await printer.end(next.value)
    await file?.sync()
    isWhole = true
  } finally {
    await file?.close()
    // A part of a list would be taken for all of it.
    if (to !== null && !isWhole) await unlink(to).catch(() => {})
  }
}

/** Says what went wrong, and returns the exit code. */
function tellProblem(thrown: unknown): number {
  if (thrown instanceof WrongUsage) {
    note(`${thrown.message}\nSee “steward help”.`)
    return exitCodes['not-understood']
  }
  if (thrown instanceof Refused || thrown instanceof NoAnswer) {
    note(`${thrown.message} ${thrown.nextStep}`)
    return exitCodes[thrown.code]
  }
  const isTaken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST'
  note(isTaken ? 'The file of --to exists already. Choose another name.' : `That failed: ${describe(thrown)}`)
  return exitCodes.failed
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'for an unknown reason'
}
