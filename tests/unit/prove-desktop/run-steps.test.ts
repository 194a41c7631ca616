import { describe, expect, it } from 'vitest'
import { judgeLines } from '../../../tools/prove-desktop/result.ts'
import { runSteps, type StepDesk } from '../../../tools/prove-desktop/run-steps.ts'
import type { Computer, Step } from '../../../tools/prove-desktop/step.ts'

const computer: Computer = { platform: 'linux', arch: 'x64', mayDisturb: false }

const step = (id: string, run: Step['run'], more: Partial<Step> = {}): Step => ({
  ...{ id, title: `${id} works`, line: 'one', systems: 'all', limitMs: 60_000, run },
  ...more,
})

/** Runs steps on desks that record how they were cleared. */
async function prove(steps: readonly Step[], log = '') {
  const cleared: [string, boolean][] = []
  const seen: number[] = []
  const openDesk = async ({ id }: Step) =>
    ({
      pictures: () => [`pictures/${id}.png`],
      pictureAll: async () => {},
      log: () => log,
      clear: async (failed: boolean) => void cleared.push([id, failed]),
    }) as unknown as StepDesk
  const results = await runSteps(steps, { computer, openDesk, onResult: (all) => void seen.push(all.length) })
  return { results, cleared, seen, verdicts: results.map(({ verdict }) => verdict) }
}

const works = async () => ['it does']
const fails = async () => {
  throw new Error('it does not')
}

describe('a run of steps', () => {
  it('goes on after a failure, and begins with a new program after it', async () => {
    const { verdicts, cleared, results } = await prove([step('a', works), step('b', fails), step('c', works)])
    expect(verdicts).toEqual(['passed', 'failed', 'passed'])
    expect(cleared).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
    expect(results[1]).toMatchObject({ reason: 'it does not', pictures: ['pictures/b.png'] })
  })

  it('ends a step that hangs, and goes on', async () => {
    const hangs = step('a', () => new Promise(() => {}), { limitMs: 5 })
    const { verdicts, cleared, results } = await prove([hangs, step('b', works)])
    expect(verdicts).toEqual(['failed', 'passed'])
    expect(results[0]?.reason).toBe('It did not end within 0.005 seconds.')
    expect(cleared[0]).toEqual(['a', true])
  })

  it('goes on when a step cannot even begin', async () => {
    const openDesk = async (): Promise<StepDesk> => {
      throw new Error('The program does not start.')
    }
    const results = await runSteps([step('a', works)], { computer, openDesk, onResult: () => {} })
    expect(results).toMatchObject([{ verdict: 'failed', reason: 'The program does not start.' }])
  })

  it('says why a step does not apply here', async () => {
    const elsewhere = step('a', fails, { systems: ['win32', 'darwin'] })
    const without = step('b', fails, { missing: () => 'There is no printer.' })
    const { results } = await prove([elsewhere, without])
    expect(results).toMatchObject([
      { verdict: 'not applicable', reason: 'Only on Windows and macOS.' },
      { verdict: 'not applicable', reason: 'There is no printer.' },
    ])
  })

  it('removes addresses, tokens and folders of users from reasons, facts and logs', async () => {
    const secret = 'ya29.a0AfH6SMBx1234567890abcdef'
    const tells = async () => [`token=${secret}`, 'mail maria@okafor.example']
    const breaks = async () => {
      throw new Error(`Bearer ${secret} of https://larch.example.com/x in /home/maria/data`)
    }
    const { results } = await prove([step('a', tells), step('b', breaks)], `/Users/maria ${secret}`)
    const text = JSON.stringify(results)
    for (const told of [secret, 'maria', 'larch.example.com', 'okafor']) expect(text).not.toContain(told)
    expect(results[1]?.log).toContain('[home]')
  })
})

describe('the result of a line', () => {
  const lines = [
    { id: 'one', text: 'One', beyond: null },
    { id: 'two', text: 'Two', beyond: 'It needs a printer.' },
  ]
  const judge = async (...steps: Step[]) => judgeLines(lines, (await prove(steps)).results)

  it('is failed if one of its steps failed', async () => {
    const [one] = await judge(step('a', works), step('b', fails))
    expect(one).toMatchObject({ verdict: 'failed', reason: 'it does not', steps: ['a', 'b'] })
  })

  it('is passed if all that apply passed', async () => {
    const [one, two] = await judge(step('a', works), step('b', fails, { systems: ['win32'] }))
    expect(one).toMatchObject({ verdict: 'passed', reason: null })
    expect(two).toMatchObject({ verdict: 'not applicable', reason: 'It needs a printer.' })
  })

  it('is not applicable if no step applies', async () => {
    const [one] = await judge(step('b', fails, { systems: ['win32'] }))
    expect(one).toMatchObject({ verdict: 'not applicable', reason: 'Only on Windows.' })
  })
})
