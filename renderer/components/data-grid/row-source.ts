import { fastRows } from './grid-place.ts'
import { type Span, type Wish, wantedWindows, windowSize, windowsFor } from './windows.ts'

export type WindowPage<Row> = { rows: Row[]; total: number; offset: number }
export type ReadWindow<Row> = (
  window: { offset: number; limit: number },
  signal: AbortSignal,
) => Promise<WindowPage<Row>>

/** The rows of one list, as far as somebody looks at them. */
export type RowSource<Row> = {
  /** How many rows there are, by the newest answer; null before the first. */
  total(): number | null
  /** Whether an answer has come. */
  loaded(): boolean
  rowAt(index: number): Row | undefined
  /** Why rows in view are missing; null when they are not. */
  error(): Error | null
  /** Says what is looked at: wanted windows are read, what is no longer wanted is given up. */
  want(wish: Wish): void
  retry(): void
  /** Reads again what is in view and forgets the rest, which may have changed as well. */
  refresh(): Promise<void>
  /** Every row from `first` to `last`, read past the windows that are kept. */
  readRange(span: Span, signal: AbortSignal): Promise<Row[]>
  subscribe(listener: () => void): () => void
  stop(): void
}

/** Windows kept: a dozen screens' worth, whatever the list's length. */
const maxKept = 60
const maxReads = 8
/** In fast scrolling answers that come together would make a frame late. */
const maxFastReads = 3
const frameMs = 16.7

type Options<Row> = {
  read: ReadWindow<Row>
  /** How many rows there were when the list was last seen; null when nobody knows. */
  expected: number | null
  /** The first window, where it was read already. */
  first?: WindowPage<Row> | null
}

type State = {
  total: number | null
  loaded: boolean
  error: Error | null
  wish: Wish
  wanted: number[]
  /** Frames from a question to its rows on screen, as lately seen. */
  latency: number
}

const isAbort = (thrown: unknown) => thrown instanceof Error && thrown.name === 'AbortError'

/** Reads a list window by window. At most 60 windows are kept, the least recently seen dropped first. */
export function createRowSource<Row>({ read, expected, first = null }: Options<Row>): RowSource<Row> {
  const kept = new Map<number, readonly Row[]>()
  const reading = new Map<number, AbortController>()
  const listeners = new Set<() => void>()
  const state: State = {
    total: expected,
    loaded: false,
    error: null,
    wish: { first: 0, last: 0, speed: 0 },
    wanted: [0],
    latency: 3,
  }
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const keep = (offset: number, { rows, total }: WindowPage<Row>) => {
    kept.delete(offset)
    kept.set(offset, rows)
    state.total = total
    state.loaded = true
    state.wanted = wantedWindows(state.wish, total, state.latency)
    for (const old of kept.keys()) {
      if (kept.size <= maxKept) break
      if (!state.wanted.includes(old)) kept.delete(old)
    }
  }
  if (first) keep(0, first)
  const load = async (offset: number) => {
    const leaving = new AbortController()
    reading.set(offset, leaving)
    const asked = performance.now()
    try {
      const page = await read({ offset, limit: windowSize }, leaving.signal)
      if (leaving.signal.aborted) return
      state.error = null
      state.latency = (3 * state.latency + (performance.now() - asked) / frameMs + 1) / 4
      keep(offset, page)
    } catch (thrown) {
      if (leaving.signal.aborted || isAbort(thrown)) return
      state.error = thrown instanceof Error ? thrown : new Error('The list could not be read.', { cause: thrown })
    } finally {
      if (reading.get(offset) === leaving) reading.delete(offset)
    }
    notify()
    pump()
  }
  const pump = () => {
    if (state.error) return
    const most = Math.abs(state.wish.speed) > fastRows ? maxFastReads : maxReads
    for (const offset of state.wanted) {
      if (reading.size >= most) return
      if (!kept.has(offset) && !reading.has(offset)) void load(offset)
    }
  }
  const giveUp = (unless: (offset: number) => boolean) => {
    for (const [offset, leaving] of reading) {
      if (unless(offset)) continue
      reading.delete(offset)
      leaving.abort()
    }
  }
  const touch = (offset: number) => {
    const rows = kept.get(offset)
    if (!rows) return
    kept.delete(offset)
    kept.set(offset, rows)
  }

  return {
    total: () => state.total,
    loaded: () => state.loaded,
    rowAt: (index) => kept.get(index - (index % windowSize))?.[index % windowSize],
    error: () => state.error,
    want(wish) {
      state.wish = wish
      state.wanted = wantedWindows(wish, state.total, state.latency)
      for (const offset of windowsFor(wish, state.total)) touch(offset)
      giveUp((offset) => state.wanted.includes(offset))
      pump()
    },
    retry() {
      state.error = null
      notify()
      pump()
    },
    async refresh() {
      state.error = null
      giveUp(() => false)
      const inView = windowsFor(state.wish, state.total)
      for (const offset of kept.keys()) if (!inView.includes(offset)) kept.delete(offset)
      await Promise.all(inView.map(load))
      pump()
    },
    async readRange({ first, last }, signal) {
      const rows: Row[] = []
      for (const offset of windowsFor({ first, last }, state.total)) {
        const window = kept.get(offset) ?? (await read({ offset, limit: windowSize }, signal)).rows
        rows.push(...window.slice(Math.max(0, first - offset), Math.max(0, last + 1 - offset)))
      }
      return rows
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => giveUp(() => false),
  }
}
