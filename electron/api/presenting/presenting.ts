import type { Presenting } from '../../../shared/domain/presenting.ts'
import { isShownWhilePresenting } from '../../../shared/ipc/shown-while-presenting.ts'
import { domainOf, type Resource, resources } from '../../../shared/service/resource.ts'
import type { Runtimes } from '../../connections/connection-runtime.ts'
import { asText, type UseCases } from '../core.ts'
import type { EventHub } from '../event-hub.ts'
import { notShown, type PresentedCall, type Rule, rules } from './rules.ts'

/** Presenter mode: its state, for the whole app, in memory. */
export type PresenterMode = {
  useCases: Pick<UseCases, 'presenting'>
  current(): Presenting | null
  householdOf(connectionId: string, resource: string, id: string): Promise<string | null>
}

/** Presents nothing at first. Only its procedures change that: a lock, a reload and another window do not. */
export function createPresenterMode(runtimes: Pick<Runtimes, 'get'>, publish: EventHub['publish']): PresenterMode {
  const now: { presenting: Presenting | null } = { presenting: null }
  const change = (presenting: Presenting | null) => {
    now.presenting = presenting
    publish({ type: 'presenting', presenting })
    return { presenting }
  }
  const householdOf: PresenterMode['householdOf'] = async (connectionId, name, id) => {
    const resource = resources.find((known) => known === name)
    if (resource === undefined || resource === 'users') return null
    if (resource === 'households') return id
    const runtime = await runtimes.get(connectionId)
    const { store } = await runtime.open()
    return readHousehold(resource, (read) => store.read(read, { id }))
  }
  return {
    current: () => now.presenting,
    householdOf,
    useCases: {
      presenting: {
        state: async () => ({ presenting: now.presenting }),
        async start({ connectionId, record }) {
          // At once, before the household is known: until then nothing of any household is shown.
          if (now.presenting === null) change({ connection_id: connectionId, household_id: null, amounts: false })
          const begun = now.presenting
          if (begun === null || begun.household_id !== null || begun.connection_id !== connectionId || record === null)
            return { presenting: now.presenting }
          const household_id = await householdOf(connectionId, record.resource, record.id)
          return now.presenting === begun && household_id !== null
            ? change({ ...begun, household_id })
            : { presenting: now.presenting }
        },
        async showAmounts({ shown }) {
          const { presenting } = now
          return presenting?.household_id ? change({ ...presenting, amounts: shown }) : { presenting }
        },
        end: async () => change(null),
      },
    },
  }
}

type Owned = Exclude<Resource, 'users' | 'households'>

type ReadDetail = (name: `${ReturnType<typeof domainOf<Owned>>}.get`) => Promise<{ household: { id: string } | null }>

async function readHousehold(resource: Owned, read: ReadDetail): Promise<string | null> {
  try {
    return (await read(`${domainOf(resource)}.get`)).household?.id ?? null
  } catch {
    // A record that is not in the offline copy is of no household that could be shown.
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>
type Asking = ((input: Fields) => Promise<unknown>) & { text?: (input: Fields) => Promise<string> }
type Streaming = (input: Fields, signal: AbortSignal) => AsyncIterable<unknown>

type Options = {
  current(): Presenting | null
  /** The id of a record's household; null if there is none. */
  householdOf(connectionId: string, resource: string, id: string): Promise<string | null>
}

/** @throws AppError `presenting/not-shown` for a procedure that is not available while presenting */
export function refuseWhilePresenting(procedure: string, presenting: Presenting | null): void {
  if (presenting !== null && !isShownWhilePresenting(procedure)) throw notShown()
}

/**
 * The use cases, each following its rule while something is presented. Every output for a page passes here, so one that would have
 * forgotten to conceal something cannot reach a page. Outputs of calls that began before presenting did are withheld.
 */
export function guardUseCases(useCases: UseCases, { current, householdOf }: Options): UseCases {
  const callOf = (input: Fields, presenting: Presenting): PresentedCall => ({
    ...{ input, presenting, useCases },
    get household() {
      const { connection_id, household_id } = presenting
      const foreign = 'connectionId' in input && input.connectionId !== connection_id
      if (household_id === null || foreign) throw notShown()
      return household_id
    },
    householdOf: (resource, id) => householdOf(presenting.connection_id, resource, id),
  })
  const answer = async (ask: Asking, rule: Exclude<Rule, 'as-is'>, call: PresentedCall) => {
    if (rule.instead) return rule.instead(call)
    const output = await ask(rule.input ? await rule.input(call) : call.input)
    return rule.output ? rule.output(output, call) : output
  }
  /** Runs a call, and withholds its output if presenting began, ended or changed while it ran. */
  const steady = async <Output>(run: (presenting: Presenting | null) => Promise<Output>): Promise<Output> => {
    const before = current()
    const output = await run(before)
    if (current() !== before) throw notShown()
    return output
  }
  const guard = (path: string, ask: Asking) => {
    const rule = isShownWhilePresenting(path) ? rules[path] : 'as-is'
    if (rule === 'as-is') return ask
    if (rule.stream) return guardStream(ask as unknown as Streaming, rule)
    const { text } = ask
    if (text) {
      return asText((input: Fields) =>
        steady(async (presenting) =>
          presenting === null ? text(input) : JSON.stringify(await answer(ask, rule, callOf(input, presenting))),
        ),
      )
    }
    return (input: Fields) =>
      steady(async (presenting) => (presenting === null ? ask(input) : answer(ask, rule, callOf(input, presenting))))
  }
  const guardStream = (ask: Streaming, rule: Exclude<Rule, 'as-is'>): Streaming =>
    async function* (input, signal) {
      const presenting = current()
      const given = presenting && rule.input ? await rule.input(callOf(input, presenting)) : input
      yield* ask(given, signal)
    }
  const domains = Object.entries(useCases as unknown as Record<string, Record<string, Asking>>)
  return Object.fromEntries(
    domains.map(([domain, procedures]) => [
      domain,
      Object.fromEntries(Object.entries(procedures).map(([name, ask]) => [name, guard(`${domain}.${name}`, ask)])),
    ]),
  ) as unknown as UseCases
}
