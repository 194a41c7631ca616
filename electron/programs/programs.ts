import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { toAppError } from '../../shared/domain/app-error.ts'
import { countOf } from '../../shared/domain/counts.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting } from '../../shared/domain/policy-permissions.ts'
import { lesserLevels, type ProgramLevels, usualLevels } from '../../shared/domain/program-levels.ts'
import type { ProgramCall } from '../../shared/ipc/programs.ts'
import { createMutex, withTimeLimit } from '../../shared/lib/calls.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { Core, UseCases } from '../api/core.ts'
import type { EventHub } from '../api/event-hub.ts'
import type { Runtimes } from '../connections/connection-runtime.ts'
import type { SealedFile } from '../security/sealed-file.ts'
import type { ProgramChoice } from '../security/sealed-settings.ts'
import { answerAbout } from './answers.ts'
import type { Caller } from './caller.ts'
import { createMeter, type Meter, openCallLog } from './calls.ts'
import { type Door, openDoor } from './door.ts'
import { type AnswerOptions, answerStatus, type Lines, type ListReads } from './firms.ts'
import {
  type AnswerLine,
  type Command,
  commandInputs,
  consentMs,
  type ProgramRequest,
  Refused,
  wholeEnd,
} from './protocol.ts'

/** Lets other programs of this user read, if the user switched it on and the firm does not forbid it. */
export type Programs = {
  useCases: UseCases['programs']
  /** Begins to serve; `core` has the use cases as pages call them. */
  start(core: Pick<Core, keyof UseCases | 'gate' | 'isLocked'>): void
  /** Ends every answer that may not be given as it began: Steward was locked, the policy changed, or presenting began. */
  recheck(): void
  close(): Promise<void>
}

type Options = {
  userDataDir: string
  choice: SealedFile<ProgramChoice>
  policy: () => FirmPolicy
  isPresenting: () => boolean
  runtimes: Pick<Runtimes, 'get'>
  publish: EventHub['publish']
}

/** How long a program counts as attached after its call, in ms, so that a short call is seen. */
const lingerMs = 10_000
/** The calls that Settings shows. */
const shownCalls = 50
/** The most programs that wait for an answer at a time. */
const mostAsking = 5
/** How long a program that the user refused may not ask again, in ms. */
const pauseMs = 10 * 60_000
/** With so many refusals in that time no program may ask: one that changes its name would ask again and again. */
const mostRefusals = 3

/** `calls`: how many of the program wait for the answer. */
type Asking = Caller & { answered: PromiseWithResolvers<boolean>; calls: number }
type Running = { caller: Caller; leaving: AbortController; terms: Terms }
/** The fields and households that an answer may tell. */
type Terms = Pick<AnswerOptions, 'levels' | 'households'>

const nothingAllowed: ProgramChoice = { is_on: false, levels: usualLevels, allowed: [], refused: [] }

const inSettings = 'Look in Steward’s settings, under Other programs.'

/** @returns programs that are served once `start` was called */
export async function createPrograms(options: Options): Promise<Programs> {
  const { userDataDir, policy, publish } = options
  const log = await openCallLog(userDataDir)
  const inTurn = createMutex()
  const asking = new Map<string, Asking>()
  const running = new Set<Running>()
  const meters = new Map<string, Meter>()
  const lastCalls = new Map<string, string>()
  const lingering = new Map<string, NodeJS.Timeout>()
  const now: { choice: ProgramChoice; isKept: boolean; door: Door | null; problem: string | null; isEnded: boolean } = {
    ...{ choice: nothingAllowed, isKept: false, door: null, problem: null, isEnded: false },
  }
  let core: Parameters<Programs['start']>[0] | null = null
  const told = () => publish({ type: 'programs' })

  const levels = (): ProgramLevels => lesserLevels(now.choice.levels, policy().other_programs ?? {})
  const terms = (): Terms => ({
    levels: levels(),
    households: [now.choice.levels.households, policy().other_programs?.households ?? 'all'],
  })
  const forbidden = () => {
    const setting = forbiddingSetting('programs', policy())
    return setting === null ? null : decidedByFirm[setting]
  }
  /** @throws Refused if nothing may be answered now */
  const check = () => {
    const byFirm = forbidden()
    if (byFirm !== null) throw new Refused('forbidden', byFirm, 'Ask your firm’s IT department if you need it.')
    if (!now.choice.is_on || core === null) throw new Refused('not-allowed', 'Other programs may not read.', inSettings)
    if (core.isLocked()) throw new Refused('locked', 'Steward is locked.', 'Unlock it, and try again.')
    if (options.isPresenting()) {
      throw new Refused('presenting', 'Steward is in presenter mode.', 'Leave presenter mode, and try again.')
    }
  }
  const isAllowed = ({ id }: Caller) => now.choice.allowed.some((each) => each.id === id)
  const cut = (which: (one: Running) => boolean, reason: Refused) => {
    for (const one of running) if (which(one)) one.leaving.abort(reason)
  }
  const recheck = () => {
    try {
      check()
      cut((one) => !isAllowed(one.caller), notAllowed('You took back what this program was allowed.'))
      const changed = new Refused('not-allowed', 'What other programs may read was changed.', 'Try again.')
      cut((one) => !isDeepStrictEqual(one.terms, terms()), changed)
    } catch (problem) {
      cut(() => true, problem as Refused)
      for (const each of asking.values()) each.answered.resolve(false)
    }
    void adjust()
  }
  const reason = () => {
    try {
      check()
    } catch (problem) {
      return problem as Refused
    }
    return new Refused('failed', 'Steward is closing.', 'Start it again.')
  }
  /** Opens the door, or closes it. */
  const adjust = () =>
    inTurn(async () => {
      const isWanted = now.choice.is_on && forbidden() === null && core !== null && !now.isEnded
      if (isWanted === (now.door !== null)) return
      now.problem = null
      if (now.door !== null) {
        const { door } = now
        now.door = null
        await door.close(reason())
      } else {
        try {
          now.door = await openDoor({ userDataDir, serve, errorLine })
        } catch {
          now.problem = 'Steward could not open a port for other programs on this computer.'
        }
      }
      told()
    })
  const change = async (next: ProgramChoice) => {
    now.choice = next
    // Before the file is written: no answer goes on by the choice of before.
    recheck()
    now.isKept = await options.choice.keep(next).catch(() => false)
    await adjust()
    told()
  }

  /** The refusals that still count. One in the future, after the clock was set back, does not. */
  const refusals = () =>
    now.choice.refused.filter(({ refused_at }) => {
      const age = Date.now() - Date.parse(refused_at)
      return age >= 0 && age < pauseMs
    })
  /** When every program may ask again, in ms since 1970; null if it may now. */
  const pausedUntil = () => {
    const [oldest, ...others] = refusals()
    return oldest !== undefined && others.length + 1 >= mostRefusals ? endOf(oldest) : null
  }
  /** @throws Refused for a program that may not ask now */
  const checkMayAsk = ({ id }: Caller) => {
    const own = refusals().find((each) => each.id === id)
    const until = own === undefined ? pausedUntil() : endOf(own)
    if (until === null) return
    throw new Refused(
      'not-allowed',
      own === undefined ? `You refused ${mostRefusals} programs.` : 'You did not allow this program to read.',
      `It may ask again in ${countOf(Math.ceil((until - Date.now()) / 60_000), 'minute', 'minutes')}, or at once if you let it in Steward’s settings, under Other programs.`,
    )
  }

  /** Waits for the user's answer. @throws Refused without a consent */
  const consent = async (caller: Caller, signal: AbortSignal) => {
    signal.throwIfAborted()
    checkMayAsk(caller)
    if (!asking.has(caller.id) && asking.size >= mostAsking) throw notAllowed('Other programs are already asking.')
    const asked = asking.get(caller.id) ?? { ...caller, answered: Promise.withResolvers<boolean>(), calls: 0 }
    asked.calls += 1
    asking.set(caller.id, asked)
    told()
    const left = new Promise<boolean>((resolve) =>
      signal.addEventListener('abort', () => resolve(false), { once: true }),
    )
    const isAnswered = await withTimeLimit(Promise.race([asked.answered.promise, left]), consentMs, () => false)
    asked.calls -= 1
    // The question stays while another call of the program waits for the answer.
    if (asked.calls === 0 && asking.get(caller.id) === asked) asking.delete(caller.id)
    told()
    check()
    if (isAnswered && isAllowed(caller)) return
    checkMayAsk(caller)
    throw notAllowed('You did not allow this program to read.')
  }

  const attachedNames = () => [...new Set([...[...running].map(({ caller }) => caller.name), ...lingering.keys()])]
  const linger = ({ name }: Caller) => {
    clearTimeout(lingering.get(name))
    const end = () => {
      lingering.delete(name)
      told()
    }
    lingering.set(name, setTimeout(end, lingerMs).unref())
  }

  /** A program that changes its name with each call leaves no more meters than it makes calls in a minute. */
  const meterOf = ({ id }: Caller) => {
    const known = meters.get(id)
    if (known !== undefined) return known
    for (const [other, meter] of meters) if (meter.isIdle()) meters.delete(other)
    const meter = createMeter(() => performance.now())
    meters.set(id, meter)
    return meter
  }

  const runningLines = (request: ProgramRequest, input: unknown, { leaving, terms: began }: Running): Lines => {
    const { signal } = leaving
    if (core === null) throw new Refused('failed', 'Steward is starting.', 'Try again in a moment.')
    const { command, firm } = request
    const answering: AnswerOptions = {
      reads: core,
      lists: listReads(options.runtimes, core.gate),
      ...began,
      signal,
      check: () => {
        signal.throwIfAborted()
        check()
      },
    }
    if (command === 'status') return answerStatus(answering)
    if (command === 'attach') return untilLeft(answering)
    return answerAbout(answering, { firm, command, input: input as never })
  }

  async function* serve(caller: Caller, request: ProgramRequest, leaving: AbortController): Lines {
    const began = performance.now()
    let one: Running | null = null
    const { signal } = leaving
    const meter = meterOf(caller)
    let outcome: ProgramCall['outcome'] = 'cut'
    let rows = 0
    const input = commandInputs[request.command].safeParse(request.input)
    meter.begin()
    try {
      if (!input.success) throw notUnderstood(request.command, input.error)
      check()
      while (!isAllowed(caller)) await consent(caller, signal)
      one = { caller, leaving, terms: terms() }
      running.add(one)
      told()
      for await (const line of endedBy(runningLines(request, input.data, one), signal)) {
        if ('rows' in line) {
          rows += line.rows.length
          meter.count(line.rows.length)
        }
        yield line
      }
      outcome = 'answered'
    } catch (thrown) {
      outcome = signal.aborted ? 'cut' : thrown instanceof Refused ? 'refused' : 'failed'
      throw thrown
    } finally {
      meter.end()
      if (one !== null) running.delete(one)
      const at = new Date().toISOString()
      if (isAllowed(caller)) {
        lastCalls.set(caller.id, at)
        linger(caller)
      }
      const resource = input.success && 'resource' in input.data ? (input.data.resource ?? null) : null
      const ms = Math.round(performance.now() - began)
      log.add({ at, program: caller.name, command: request.command, resource, rows, ms, outcome })
      told()
    }
  }

  return {
    useCases: {
      state: async () => ({
        is_on: now.choice.is_on,
        is_open: now.door !== null,
        problem: now.choice.is_on ? (forbidden() ?? now.problem) : null,
        is_kept: now.isKept,
        levels: now.choice.levels,
        in_force: levels(),
        allowed: now.choice.allowed.map((each) => ({ ...each, last_call_at: lastCalls.get(each.id) ?? null })),
        refused: refusals().map(({ refused_at, ...each }) => ({ ...each, until: timeOf(endOf({ refused_at })) })),
        paused_until: timeOf(pausedUntil()),
        asking: [...asking.values()].map(({ id, name, started_by }) => ({ id, name, started_by })),
        attached: attachedNames(),
        calls: log.latest().slice(0, shownCalls),
      }),
      switchOn: () => change({ ...now.choice, is_on: true }),
      switchOff: () => change({ ...now.choice, is_on: false }),
      setLevels: ({ levels: chosen }) => change({ ...now.choice, levels: chosen }),
      async answer({ id, allow }) {
        const asked = asking.get(id)
        if (asked === undefined) return
        const { name, started_by } = asked
        const [program, at] = [{ id, name, started_by }, new Date().toISOString()]
        const others = refusals().filter((each) => each.id !== id)
        const changed = change(
          allow
            ? { ...now.choice, allowed: [...now.choice.allowed, { ...program, allowed_at: at }], refused: others }
            : { ...now.choice, refused: [...others, { ...program, refused_at: at }] },
        )
        asked.answered.resolve(allow)
        if (pausedUntil() !== null) for (const each of asking.values()) each.answered.resolve(false)
        await changed
      },
      letAsk: ({ id }) => change({ ...now.choice, refused: now.choice.refused.filter((each) => each.id !== id) }),
      revoke: ({ id }) => change({ ...now.choice, allowed: now.choice.allowed.filter((each) => each.id !== id) }),
    },
    start(served) {
      core = served
      const read = async () => {
        const kept = await options.choice.read()
        if (kept === null || now.choice !== nothingAllowed) return
        now.choice = kept
        now.isKept = true
        told()
      }
      void read()
        .catch(() => {})
        .then(adjust)
    },
    recheck,
    async close() {
      now.isEnded = true
      for (const timer of lingering.values()) clearTimeout(timer)
      for (const each of asking.values()) each.answered.resolve(false)
      await adjust()
      await log.close()
    },
  }
}

const endOf = ({ refused_at }: { refused_at: string }) => Date.parse(refused_at) + pauseMs

function timeOf(ms: number): string
function timeOf(ms: number | null): string | null
function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

const notAllowed = (message: string) => new Refused('not-allowed', message, inSettings)

function notUnderstood(command: Command, error: z.ZodError): Refused {
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'its input'
  return new Refused(
    'not-understood',
    `“${command}”: ${field}: ${issue?.message ?? ''}`,
    'See the help of this command.',
  )
}

/** The reads of lists over the store that pages read from, through threads that open it for reading only. */
const listReads = (runtimes: Pick<Runtimes, 'get'>, gate: (procedure: string) => void): ListReads => {
  const storeOf = async (connectionId: string) => (await (await runtimes.get(connectionId)).open()).store
  const gated = (resource: Resource) =>
    gate(resource === 'document-summaries' ? 'documentSummaries.list' : `${resource}.list`)
  return {
    async order(connectionId, resource, list) {
      gated(resource)
      return (await storeOf(connectionId)).read('export.order', { resource, list })
    },
    async rows(connectionId, resource, rows) {
      gated(resource)
      return (await storeOf(connectionId)).read('export.rows', { resource, rows })
    },
  }
}

/** The lines until the signal aborts; then throws its reason, even while a line is awaited. */
async function* endedBy(lines: Lines, signal: AbortSignal): Lines {
  while (true) {
    signal.throwIfAborted()
    // A race with one promise for the whole answer would keep each of its windows until the end.
    const next = await new Promise<IteratorResult<AnswerLine>>((resolve, reject) => {
      const stop = () => reject(signal.reason as Error)
      signal.addEventListener('abort', stop, { once: true })
      lines
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop))
    })
    if (next.done === true) return
    yield next.value
  }
}

async function* untilLeft({ levels, signal, check }: AnswerOptions): Lines {
  check()
  yield { head: { firm: null, as_of: null, values_checked_from: null, values_never_checked: 0, levels } }
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  yield { end: wholeEnd(0) }
}

/** The last line of an answer that ends with an error. A bug's text stays here. */
function errorLine(thrown: unknown): AnswerLine {
  if (thrown instanceof Refused) {
    return { error: { code: thrown.code, message: thrown.message, next_step: thrown.nextStep } }
  }
  const { code, message, nextStep } = toAppError(thrown)
  const known = code === 'lock/locked' ? 'locked' : code.startsWith('policy/') ? 'forbidden' : null
  const presenting = code === 'presenting/not-shown' ? 'presenting' : null
  return {
    error: {
      code: known ?? presenting ?? (code === 'record/not-found' ? 'not-found' : 'failed'),
      message,
      next_step: nextStep,
    },
  }
}
