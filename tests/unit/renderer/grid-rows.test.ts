import { describe, expect, it } from 'vitest'
import { createRowSource, type WindowPage } from '../../../renderer/components/data-grid/row-source.ts'
import { windowSize } from '../../../renderer/components/data-grid/windows.ts'

type Ask = {
  offset: number
  signal: AbortSignal
  answer: (page: WindowPage<string>) => void
  fail: (why: Error) => void
}

/** Creates a list of numbered rows; the test answers its requests. */
function arrange(total = 1_000_000) {
  const asked: Ask[] = []
  const source = createRowSource<string>({
    expected: null,
    read: ({ offset }, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ offset, signal, answer: resolve, fail: reject })
        signal.addEventListener('abort', () => reject(new DOMException('Left', 'AbortError')))
      }),
  })
  const pageAt = (offset: number, prefix = 'row'): WindowPage<string> => ({
    rows: Array.from({ length: Math.min(windowSize, total - offset) }, (_, at) => `${prefix} ${offset + at}`),
    total,
    offset,
  })
  const answerAll = async (prefix?: string) => {
    for (const { offset, answer, signal } of asked.splice(0)) if (!signal.aborted) answer(pageAt(offset, prefix))
    await Promise.resolve()
    await new Promise((done) => setImmediate(done))
  }
  return { source, asked, answerAll, pageAt }
}

describe('the rows of a list', () => {
  it('are read where somebody looks, and told of', async () => {
    const { source, answerAll } = arrange()
    let told = 0
    source.subscribe(() => {
      told += 1
    })
    source.want({ first: 0, last: 20, speed: 0 })
    expect(source.total()).toBeNull()
    await answerAll()
    expect(source.total()).toBe(1_000_000)
    expect(source.rowAt(7)).toBe('row 7')
    expect(told).toBe(1)
    source.want({ first: 900_000, last: 900_020, speed: 0 })
    expect(source.rowAt(900_007)).toBeUndefined()
    await answerAll()
    expect(source.rowAt(900_007)).toBe('row 900007')
  })

  it('are given up when they are scrolled past before they came', async () => {
    const { source, asked, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll()
    source.want({ first: 500_000, last: 500_020, speed: 0 })
    const [past] = asked
    source.want({ first: 10, last: 30, speed: 0 })
    expect(past?.offset).toBe(500_000)
    expect(past?.signal.aborted).toBe(true)
  })

  it('are held for a bounded number of windows, however far one scrolls', async () => {
    const { source, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll()
    for (let first = 0; first < 100_000; first += windowSize) {
      source.want({ first, last: first + 20, speed: 0 })
      await answerAll()
    }
    const held = Array.from({ length: 100_000 / windowSize }, (_, at) => source.rowAt(at * windowSize) !== undefined)
    expect(held.filter(Boolean).length).toBeLessThanOrEqual(60)
    expect(source.rowAt(99_999)).toBe('row 99999')
  })

  it('are read again in view, and forgotten elsewhere, when they may have changed', async () => {
    const { source, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll()
    source.want({ first: 4000, last: 4020, speed: 0 })
    await answerAll()
    const again = source.refresh()
    expect(source.rowAt(4001)).toBe('row 4001')
    expect(source.rowAt(0)).toBeUndefined()
    await answerAll('new')
    await again
    expect(source.rowAt(4001)).toBe('new 4001')
  })

  it('are read again when they come back into view, if they were left while they were being reread', async () => {
    const { source, asked, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll('old')
    const refreshed = source.refresh()
    source.want({ first: 500_000, last: 500_020, speed: 0 })
    await answerAll('new')
    await refreshed
    source.want({ first: 0, last: 20, speed: 0 })
    expect(asked.map(({ offset }) => offset)).toContain(0)
    await answerAll('new')
    expect(source.rowAt(7)).toBe('new 7')
  })

  it('that were left while they were being reread are not taken for a range', async () => {
    const { source, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll('old')
    void source.refresh()
    source.want({ first: 500_000, last: 500_020, speed: 0 })
    await answerAll('new')
    const range = source.readRange({ first: 7, last: 8 }, new AbortController().signal)
    await answerAll('new')
    expect(await range).toEqual(['new 7', 'new 8'])
  })

  it('stay where they are when they cannot be reread, which is said apart from missing rows', async () => {
    const { source, asked, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    await answerAll('old')
    const refreshed = source.refresh()
    for (const { fail } of asked.splice(0)) fail(new Error('Locked'))
    await refreshed
    expect(source.rowAt(7)).toBe('old 7')
    expect(source.error()).toBeNull()
    expect(source.rereadError()?.message).toBe('Locked')
    source.retry()
    await answerAll('new')
    expect(source.rowAt(7)).toBe('new 7')
    expect(source.rereadError()).toBeNull()
  })

  it('ask for their groups again after a refresh of which the first read was left', async () => {
    const fresh: boolean[] = []
    const source = createRowSource<string>({
      expected: null,
      read: async ({ offset, fresh: isFresh }, signal) => {
        fresh.push(isFresh)
        await new Promise((done) => setImmediate(done))
        signal.throwIfAborted()
        return { rows: Array.from({ length: windowSize }, () => 'row'), total: 10_000, offset }
      },
    })
    source.want({ first: 0, last: 20, speed: 0 })
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done))
    fresh.length = 0
    const refreshed = source.refresh()
    source.want({ first: 5_000, last: 5_020, speed: 0 })
    await refreshed
    expect(fresh.filter(Boolean)).toHaveLength(2)
  })

  it('say why they are missing, and come when they are asked for again', async () => {
    const { source, asked, answerAll } = arrange()
    source.want({ first: 0, last: 20, speed: 0 })
    asked.splice(0)[0]?.fail(new Error('The cache is locked.'))
    await answerAll()
    expect(source.error()?.message).toBe('The cache is locked.')
    source.retry()
    await answerAll()
    expect(source.error()).toBeNull()
    expect(source.rowAt(0)).toBe('row 0')
  })

  it('are read as a range across windows, to the row', async () => {
    const { source, asked, pageAt } = arrange(1000)
    const range = source.readRange({ first: 0, last: 0 }, new AbortController().signal)
    asked.splice(0)[0]?.answer(pageAt(0))
    expect(await range).toEqual(['row 0'])
    source.want({ first: 0, last: 20, speed: 0 })
    asked.splice(0)[0]?.answer(pageAt(0))
    await new Promise((done) => setImmediate(done))
    asked.splice(0)
    const wide = source.readRange({ first: windowSize - 2, last: windowSize + 1 }, new AbortController().signal)
    asked.splice(0)[0]?.answer(pageAt(windowSize))
    expect(await wide).toEqual([198, 199, 200, 201].map((at) => `row ${at}`))
  })
})
