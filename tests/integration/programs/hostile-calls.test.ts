import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { answerLine, type Command, commandNames, doorNote } from '../../../electron/programs/protocol.ts'
import { resources } from '../../../shared/service/resource.ts'
import { allow, cleanUp, noWhere, openToProgram } from './support/open-door.ts'

afterEach(cleanUp)

/** Calls of a run; `npm run safety -- --programs` makes more. */
const calls = Number(process.env.STEWARD_CALLS ?? 150)
const seed = Number(process.env.STEWARD_SEED ?? 1)

/** A computer that does much else takes seconds for a call. */
const patienceMs = calls * 4_000

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function numbersOf(begin: number): () => number {
  let state = begin
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const oddValues: unknown[] = [
  ...[
    null,
    '',
    0,
    -1,
    1e308,
    true,
    [],
    {},
    'x'.repeat(5_000),
    '\u0000',
    '\ud800',
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
  ],
  ...[
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'households',
    'title',
    { $ne: null },
    [[[[]]]],
    Number.MAX_SAFE_INTEGER,
  ],
]

const oddColumns = ['title', 'id', '__proto__', 'constructor', "' OR 1=1 --"]

/** An input of each command that has one, as an honest program sends it. */
const soundInputs: Partial<Record<Command, Readonly<Record<string, unknown>>>> = {
  list: { ...noWhere, resource: 'individuals' },
  get: { id: 'x', resource: null },
  search: { text: 'oak', limit: 5 },
  page: { document: 'x', page: 1 },
  changes: { since: null, household: null, limit: 5 },
  dates: { from: '2026-01-01', to: '2026-03-01', household: null, limit: 5 },
}

it(
  'hostile calls change nothing and end nothing: each is answered or refused in the form of the protocol',
  async () => {
    const { core, id, ask, userDataDir, sandbox } = await openToProgram()
    const next = numbersOf(seed)
    const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
    const { port, token } = doorNote.parse(JSON.parse(await readFile(join(userDataDir, 'program-door.json'), 'utf8')))
    const send = (body: string) =>
      new Promise<string>((done) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }
        const asked = request({ host: '127.0.0.1', port, path: '/1', method: 'POST', headers }, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          response.on('close', () => done(text))
        })
        asked.on('error', () => done('gone'))
        asked.end(body)
      })
    const hostileInput = () => ({
      ...{
        resource: oneOf([...resources, ...oddValues]),
        where: oneOf([[], [{ column: oneOf(oddValues) }], oneOf(oddValues)]),
      },
      ...{
        columns: oneOf([[], ['title'], oneOf(oddValues)]),
        sort: oneOf([null, { column: oneOf(oddValues), direction: 'asc' }]),
      },
      ...{ household: oneOf([null, ...oddValues]), limit: oneOf([null, 5, ...oddValues]) },
    })
    const inputs = [
      hostileInput,
      () => ({ id: oneOf(oddValues), resource: oneOf([null, ...oddValues]) }),
      () => ({ text: oneOf(oddValues), limit: oneOf([5, ...oddValues]) }),
      () => ({ document: oneOf(oddValues), page: oneOf([1, ...oddValues]) }),
      () => ({ since: oneOf([null, ...oddValues]), household: null, limit: 5 }),
      () => oneOf(oddValues),
    ]
    const oddText = () => oneOf(oddValues.filter((value) => typeof value === 'string'))
    const oddCondition = () => ({
      column: oneOf(['title', 'kind', 'created_at', ...oddValues]),
      operator: oneOf(['contains', 'is', 'between', 'has', '__proto__']),
      values: oneOf([[], [oneOf(oddValues)], ['a', 'b']]),
    })
    /** An input that is understood except, at most, for one field: it comes past the check of its form more often. */
    const nearlySound = (command: Command) => {
      const input: Record<string, unknown> = { ...soundInputs[command] }
      if (command === 'list' && next() < 0.4) input.resource = oneOf(resources)
      const name = oneOf(Object.keys(input))
      if (name === undefined) return input
      if (name === 'where') input.where = [oddCondition()]
      else if (name === 'columns') input.columns = [oneOf(['title', ...oddValues])]
      else if (name === 'sort') input.sort = { column: oneOf(oddColumns), direction: 'asc' }
      else input[name] = typeof input[name] === 'number' ? oneOf(oddValues) : oddText()
      return input
    }
    const before = await ask('list', { ...noWhere, resource: 'households' })
    sandbox.control.resetStats()
    const outcomes = new Map<string, number>()
    let program = 'Test'
    for (let call = 0; call < calls; call += 1) {
      // A program may make 120 calls in a minute.
      if (call % 100 === 0) {
        program = `Test ${call}`
        const first = send(JSON.stringify({ version: 1, program, firm: null, command: 'status', input: {} }))
        await allow(core)
        await first
      }
      const command = oneOf(commandNames.filter((name) => name !== 'attach' && name !== 'sync'))
      const asked = {
        version: 1,
        program,
        firm: oneOf([null, 'Alder', oneOf(oddValues)]),
        command,
        input: next() < 0.7 ? nearlySound(command) : oneOf(inputs)(),
      }
      const odd = next() < 0.1
      const text = await send(odd ? JSON.stringify(oneOf(oddValues)) : JSON.stringify(asked))
      const lines = text.split('\n').filter((line) => line !== '')
      const parsed = lines.map((line) => answerLine.parse(JSON.parse(line)))
      const last = parsed.at(-1)
      expect(last, `seed ${seed}, call ${call}`).toBeDefined()
      if (last === undefined) continue
      const outcome = 'error' in last ? last.error.code : 'end' in last ? 'answered' : 'cut'
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect([...outcomes.keys()].toSorted()).not.toContain('cut')
    expect(outcomes.get('failed') ?? 0).toBe(0)
    const requests: Record<string, number> = sandbox.control.stats().requests
    expect(Object.keys(requests).filter((name) => !name.startsWith('GET'))).toEqual([])
    expect(await core.outbox.counts({ connectionId: id })).toEqual({ open: 0, attention: 0 })
    const sort = { column: 'title', direction: 'asc' } as const
    const after = await core.households.list({ connectionId: id, offset: 0, limit: 500, sort })
    expect(after.rows.map((row) => row.id)).toEqual(before.rows.map((row) => row.id))
    const report = process.env.STEWARD_CALLS_REPORT
    if (report !== undefined) {
      const named = [...outcomes].map(([name, count]): [string, number] => [name.replaceAll('-', '_'), count])
      await writeFile(report, JSON.stringify({ calls, ...Object.fromEntries(named.toSorted()), writes: 0, crashes: 0 }))
    }
  },
  patienceMs,
)
