import { createEmitter } from '../../../shared/lib/calls.ts'
import { isSkipped, type Span, type VisibleRange, wantedWindows, windowSize, windowsFor } from './windows.ts'

/** Rows per frame above which rows cannot be read: two screens of them. */
export const fastRows = 40

/** Rows that follow each other: the column and value that they share, null for rows without one, and their sum in cents. */
export type RowGroup = { column: string; key: string | null; rows: number; directly_held_asset_value: string | null }
/** A group's heading: a line of its own above the group's rows. */
export type GroupHeading = RowGroup & { closed: boolean }
export type WindowPage<Row> = {
  rows: Row[]
  total: number
  offset: number
  /** Groups of the whole list, in its order; asked for by `fresh` if the list is grouped. */
  groups?: readonly RowGroup[] | undefined
}
export type ReadWindow<Row> = (
  window: {
    offset: number
    limit: number /** True for the first window, and once in every refresh. */
    fresh: boolean
  },
  signal: AbortSignal,
) => Promise<WindowPage<Row>>

/** The rows of one list, read as they come into view. */
export type RowSource<Row> = {
  /** Number of lines in the latest response, group headings included; null before the first. */
  total(): number | null
  /** Number of records, those of closed groups included. */
  count(): number | null
  /** True once a response has arrived. */
  loaded(): boolean
  /** The row of a line; undefined while it is not read, and for the heading of a group. */
  rowAt(index: number): Row | undefined
  /** The group whose heading is on a line; null for a row. */
  headingAt(index: number): GroupHeading | null
  /** The groups as read; null if the list is not grouped. */
  groups(): readonly RowGroup[] | null
  /** The error because of which rows in view are missing; null if none are. */
  error(): Error | null
  /** The error because of which all rows in view are there, but not read since they may have changed; null if there was none. */
  rereadError(): Error | null
  /** Sets the rows in view: windows that are needed are read, and reads that are no longer needed are cancelled. */
  want(visible: VisibleRange): void
  retry(): void
  /**
   * Rereads the windows in view and drops the others, which may have changed too. A window that is left before its answer is read when
   * it comes into view again.
   */
  refresh(): Promise<void>
  /** How often the rows in view were reread because they may have changed. */
  refreshes(): number
  /** Every row from `first` to `last`, without adding windows to the cache. */
  readRange(span: Span, signal: AbortSignal): Promise<Row[]>
  /** Every record of the list. */
  readAll(signal: AbortSignal): Promise<Row[]>
  subscribe(listener: () => void): () => void
  /** Ends the reads under way and keeps only the rows in view and near it. */
  stop(): void
}

/** Maximum number of cached windows, for lists of any length: about a dozen screens. */
const maxKept = 60
const maxReads = 8
/** In fast scrolling, more responses at once would delay a frame. */
const maxFastReads = 3
const frameMs = 16.7

type Options<Row> = {
  read: ReadWindow<Row>
  /** Number of rows when the list was last seen; null if unknown. */
  expected: number | null
  /** The first window, if it has been read already. */
  first?: WindowPage<Row> | null
}

type State = {
  total: number | null
  loaded: boolean
  error: Error | null
  visible: VisibleRange
  wanted: number[]
  /** Recent average from request to rows on screen, in frames. */
  latency: number
  groups: readonly RowGroup[] | null
  /** True if the next read is the `fresh` one of a refresh. */
  isFreshDue: boolean
  refreshes: number
}

const isAbort = (thrown: unknown) => thrown instanceof Error && thrown.name === 'AbortError'

/** Reads a list by windows. At most 60 windows are cached; the least recently used is dropped first. */
export function createRowSource<Row>({ read, expected, first = null }: Options<Row>): RowSource<Row> {
  const kept = new Map<number, readonly Row[]>()
  /** Cached windows whose rows may have changed since they were read. */
  const old = new Set<number>()
  const reading = new Map<number, { abortController: AbortController; fresh: boolean }>()
  const changes = createEmitter<void>()
  const state: State = {
    total: expected,
    loaded: false,
    error: null,
    visible: { first: 0, last: 0, speed: 0 },
    wanted: [0],
    latency: 3,
    groups: null,
    isFreshDue: first === null,
    refreshes: 0,
  }
  const keep = (offset: number, { rows, total, groups }: WindowPage<Row>) => {
    kept.delete(offset)
    kept.set(offset, rows)
    old.delete(offset)
    state.total = total
    if (groups) state.groups = groups
    state.loaded = true
    state.wanted = wantedWindows(state.visible, total, state.latency)
    for (const other of kept.keys()) {
      if (kept.size <= maxKept) break
      if (!state.wanted.includes(other)) kept.delete(other)
    }
  }
  if (first) keep(0, first)
  const load = async (offset: number) => {
    const abortController = new AbortController()
    const fresh = state.isFreshDue
    state.isFreshDue = false
    reading.set(offset, { abortController, fresh })
    const asked = performance.now()
    try {
      const page = await read({ offset, limit: windowSize, fresh }, abortController.signal)
      if (abortController.signal.aborted) return
      state.error = null
      state.latency = (3 * state.latency + (performance.now() - asked) / frameMs + 1) / 4
      keep(offset, page)
    } catch (thrown) {
      if (abortController.signal.aborted || isAbort(thrown)) return
      state.isFreshDue ||= fresh
      state.error = thrown instanceof Error ? thrown : new Error('The list could not be read.', { cause: thrown })
    } finally {
      if (reading.get(offset)?.abortController === abortController) reading.delete(offset)
    }
    changes.emit()
    pump()
  }
  const pump = () => {
    if (state.error) return
    const most = Math.abs(state.visible.speed) > fastRows ? maxFastReads : maxReads
    for (const offset of state.wanted) {
      if (reading.size >= most) return
      if ((!kept.has(offset) || old.has(offset)) && !reading.has(offset)) void load(offset)
    }
  }
  const readRange = async ({ first, last }: Span, signal: AbortSignal) => {
    const rows: Row[] = []
    for (const offset of windowsFor({ first, last }, state.total)) {
      const known = old.has(offset) ? undefined : kept.get(offset)
      const window = known ?? (await read({ offset, limit: windowSize, fresh: false }, signal)).rows
      rows.push(...window.slice(Math.max(0, first - offset), Math.max(0, last + 1 - offset)))
    }
    return rows
  }
  const abortReads = (unless: (offset: number) => boolean) => {
    for (const [offset, { abortController, fresh }] of reading) {
      if (unless(offset)) continue
      reading.delete(offset)
      state.isFreshDue ||= fresh
      abortController.abort()
    }
  }
  const isAnyMissing = () =>
    windowsFor(state.visible, state.total).some((offset) => !kept.has(offset) && !isSkipped(state.visible, offset))
  const touch = (offset: number) => {
    const rows = kept.get(offset)
    if (!rows) return
    kept.delete(offset)
    kept.set(offset, rows)
  }

  return {
    total: () => state.total,
    count: () => state.total,
    headingAt: () => null,
    groups: () => state.groups,
    loaded: () => state.loaded,
    rowAt: (index) => kept.get(index - (index % windowSize))?.[index % windowSize],
    error: () => (isAnyMissing() ? state.error : null),
    rereadError: () => (isAnyMissing() ? null : state.error),
    want(visible) {
      state.visible = visible
      state.wanted = wantedWindows(visible, state.total, state.latency)
      for (const offset of windowsFor(visible, state.total)) touch(offset)
      abortReads((offset) => state.wanted.includes(offset))
      pump()
    },
    retry() {
      state.error = null
      changes.emit()
      pump()
    },
    async refresh() {
      state.error = null
      abortReads(() => false)
      const near = windowsFor(state.visible, state.total)
      const shown = near.filter((offset) => !isSkipped(state.visible, offset))
      const inView = shown.length > 0 ? shown : near.slice(0, 1)
      for (const offset of kept.keys()) {
        if (inView.includes(offset)) old.add(offset)
        else kept.delete(offset)
      }
      state.isFreshDue = true
      await Promise.all(inView.map(load))
      state.refreshes += 1
      changes.emit()
      pump()
    },
    refreshes: () => state.refreshes,
    readRange,
    readAll: (signal) => readRange({ first: 0, last: (state.total ?? 1) - 1 }, signal),
    subscribe: changes.on,
    stop() {
      abortReads(() => false)
      for (const offset of kept.keys()) if (!state.wanted.includes(offset)) kept.delete(offset)
      // Nothing is read until rows are in view again.
      state.wanted = []
    },
  }
}
