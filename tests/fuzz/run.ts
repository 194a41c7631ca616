import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenTransport, transports } from '../doubles/ipc-transports.ts'
import { createKeychainDouble } from '../doubles/keychain.ts'
import { goodInputs, procedurePaths, streamPaths } from '../doubles/samples/all.ts'
import { connectionId } from '../doubles/samples/sample.ts'
import { shellDouble } from '../doubles/shell.ts'
import { createRandom, type Random } from '../faults/random.ts'
import { createTenantCores, inputFor, signIn, synced } from '../integration/app/support/tenant-cores.ts'
import { hostileInput, infinite } from './hostile.ts'

/** Calls of one core; then another one is started, so that what earlier calls changed does not refuse all later ones. */
const callsPerLife = 700

/** A call that is not answered within this many ms counts as never answered. */
const answerLimitMs = 120_000

/** Streams that end only when their reader leaves, or when a browser comes back. */
const endless: ReadonlySet<string> = new Set(['/events/subscribe', '/connections/signIn'])

export type FuzzResult = {
  calls: number
  /** Procedures that were called. */
  procedures: number
  /** How often each error code was answered; `ok` counts the calls that were done. */
  answers: Readonly<Record<string, number>>
  /** Something that must not happen, with the call that shows it. */
  problems: readonly string[]
}

type Life = {
  transport: OpenTransport
  /** The id of the connection that is signed in and synced. */
  connection: string
  /** Values that calls gave out, by field name, for later calls to use. */
  known: Map<string, string[]>
  /** The causes of unexpected errors that were not reported yet. */
  unexpected: string[]
  /** Whether later calls would only be refused: Steward is locked, presents, or has no connection. */
  isSpent(): Promise<boolean>
  end(): Promise<void>
}

/** The service's addresses in samples are replaced by one of this computer at which nothing answers. */
const local = (text: string) => text.replaceAll(/https:\/\/[\w.-]*example\.com/g, 'https://127.0.0.1:1')

async function startLife(seed: number, life: number): Promise<Life> {
  const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
  const saved = await mkdtemp(join(tmpdir(), 'steward-fuzz-'))
  await mkdir(join(saved, 'saved'))
  const tenant = await startTenant(seed)
  const shell = shellDouble((name) => ({ folder: join(saved, 'saved'), name, replace: false }))
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), shell })
  const { id } = await core.connections.add(inputFor(tenant, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  const unexpected: string[] = []
  const [port, socket] = transports
  const chosen = life % 2 === 0 ? port : socket
  if (chosen === undefined) throw new Error('There is no transport.')
  const transport = await chosen.open(core, {
    onUnexpected: (procedure, cause) => void unexpected.push(`${procedure}: ${causeOf(cause)}`),
  })
  const known = new Map<string, string[]>()
  const lists = core as unknown as Record<string, { list(input: object): Promise<unknown> }>
  for (const resource of ['households', 'individuals', 'entities', 'documents']) {
    const input = { ...goodInputs[`/${resource}/list`], connectionId: id, filters: [], scope: {} }
    learn(await lists[resource]?.list(input), known)
  }
  return {
    transport,
    connection: id,
    known,
    unexpected,
    async isSpent() {
      if ((await core.lock.state({})).locked !== null) return true
      await core.presenting.end({})
      const own = (await core.connections.list({})).find((one) => one.id === id)
      return own === undefined || own.session !== 'signed-in' || own.cache !== 'open'
    },
    async end() {
      await transport.close()
      await cleanUp()
      await rm(saved, { recursive: true, force: true })
    },
  }
}

function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const frames = (cause.stack ?? '').split('\n').filter((line) => /\/(electron|shared)\//.test(line))
  return [`${cause.name}: ${cause.message.slice(0, 200)}`, ...frames.slice(0, 3).map((frame) => frame.trim())].join(' ')
}

/** Remembers ids, handles and fingerprints of an answer, by their field. */
function learn(answer: unknown, known: Map<string, string[]>): void {
  const open: unknown[] = [answer]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'string' && /(?:^|_)id$|^handle$|^fingerprint$|^sha256$/.test(key) && value.length < 200) {
        const values = known.get(key) ?? []
        if (!values.includes(value)) known.set(key, [...values.slice(-40), value])
      }
      open.push(value)
    }
  }
}

/** A valid input about records that exist, as often as they are known. */
function aboutKnown(path: string, life: Life, random: Random): object {
  const text = JSON.stringify(goodInputs[path], (key, value: unknown) => {
    if (value === connectionId) return random.chance(0.97) ? life.connection : value
    if (typeof value !== 'string') return value
    const values = life.known.get(key) ?? (/ids?$|^\d+$/.test(key) ? life.known.get('id') : undefined)
    if (values !== undefined && /^(?:hh|in|en|do|us|x)-1$|^[\w-]+-1$|^op_1$|^f$/.test(value) && random.chance(0.8)) {
      return random.pick(values)
    }
    return value
  })
  return JSON.parse(local(text))
}

/** A call: what was sent, and the error code of its answer; `ok` if it was done. */
type Called = { sent: string; code: string; output: unknown }

async function within<Value>(promise: Promise<Value>): Promise<Value | 'late'> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), answerLimitMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Calls a procedure that answers once. */
async function ask(path: string, input: unknown, id: string, { transport }: Life): Promise<Called> {
  const text = JSON.stringify({ i: id, p: { u: path, b: { json: input } } })
  const sent = text.replaceAll(JSON.stringify(infinite), '1e999')
  const first = transport.answerTo(id)
  transport.send(sent)
  const answer = await within(first)
  if (answer === 'late' || answer === 'ended') return { sent, code: answer, output: null }
  const json = answer.p?.b?.json
  return { sent, code: answer.p?.s === undefined ? 'ok' : codeOf(json), output: json }
}

/** The same of a procedure that answers with a stream, which is read to its end, or left after its first message. */
async function follow(path: string, input: unknown, isLeft: boolean, { transport }: Life): Promise<Called> {
  const sent = JSON.stringify(input).replaceAll(JSON.stringify(infinite), '1e308')
  const [domain = '', name = ''] = path.slice(1).split('/')
  const client = transport.client as unknown as Record<string, Record<string, Stream>>
  const read = async (): Promise<string> => {
    try {
      const events = await client[domain]?.[name]?.(JSON.parse(sent))
      if (isLeft) await events?.return?.()
      else while (!(await events?.next())?.done);
      return 'ok'
    } catch (failure) {
      return codeOf(failure)
    }
  }
  const code = await within(Promise.race([read(), transport.ended.then(() => 'ended')]))
  return { sent: `${path} ${sent}`, code, output: null }
}

type Stream = (input: unknown) => Promise<AsyncIterator<unknown>>

/** The code of an error, as it is answered. */
function codeOf(error: unknown): string {
  const { data } = (error ?? {}) as { data?: { code?: string } }
  return data?.code ?? String(error)
}

/**
 * Calls every procedure in turn with hostile inputs, over both transports, on a real core with a signed-in connection. The same seed
 * sends the same inputs, as far as they do not quote ids that Steward draws at random.
 *
 * @param calls - how many calls; each procedure comes once before any comes again
 */
export async function runFuzz(seed: number, calls: number): Promise<FuzzResult> {
  const random = createRandom(seed)
  const paths = procedurePaths
  const plainKeys = Object.getOwnPropertyNames(Object.prototype).length
  const answers: Record<string, number> = {}
  const called = new Set<string>()
  const problems: string[] = []
  let lives = 0
  let life = await startLife(seed, lives)
  let round: string[] = []
  let callsOfLife = 0
  try {
    for (let number = 0; number < calls; number += 1) {
      if (round.length === 0) round = shuffled(paths, random)
      const path = round.pop() ?? ''
      called.add(path)
      callsOfLife += 1
      const input = hostileInput(aboutKnown(path, life, random), random)
      const { code, sent, output } = streamPaths.has(path)
        ? await follow(path, input, endless.has(path) || random.chance(0.2), life)
        : await ask(path, input, `f${number}`, life)
      const where = `call ${number} of seed ${seed}, ${sent.slice(0, 400)}`
      for (const cause of life.unexpected.splice(0)) problems.push(`unexpected, ${cause} (${where})`)
      answers[code] = (answers[code] ?? 0) + 1
      const isLost = code === 'late' || code === 'ended'
      if (isLost) problems.push(`${code === 'late' ? 'never answered' : 'ended the channel'} (${where})`)
      if (code === 'ok') learn(output, life.known)
      if (Object.getOwnPropertyNames(Object.prototype).length !== plainKeys)
        problems.push(`changed all objects (${where})`)
      if (isLost || callsOfLife >= callsPerLife || (code === 'ok' && (await life.isSpent()))) {
        await life.end()
        lives += 1
        callsOfLife = 0
        life = await startLife(seed + lives, lives)
      }
    }
  } finally {
    await life.end()
  }
  return { calls, procedures: called.size, answers, problems }
}

function shuffled(paths: readonly string[], random: Random): string[] {
  const left = [...paths]
  return paths.flatMap(() => left.splice(random.below(left.length), 1))
}
