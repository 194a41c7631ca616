import { join } from 'node:path'
import { z } from 'zod'
import { type ProgramCall, programCall } from '../../shared/ipc/programs.ts'
import { createThrottle } from '../../shared/lib/calls.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import { Refused } from './protocol.ts'

/** The calls that are remembered. */
const mostCalls = 500
const maximumBytes = 1024 * 1024
/** Between two writes of the log, in ms. */
const writeEveryMs = 1_000

export type CallLog = {
  /** Newest first. */
  latest(): readonly ProgramCall[]
  add(call: ProgramCall): void
  close(): Promise<void>
}

/** The log of other programs' calls, in `program-calls.json` of the user-data folder. It has nothing that was asked for or answered. */
export async function openCallLog(userDataDir: string): Promise<CallLog> {
  const path = join(userDataDir, 'program-calls.json')
  let calls = await readCalls(path)
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    const text = `${JSON.stringify(calls)}\n`
    writing = writing.then(() => writePrivateFile(path, text)).catch(() => {})
  }
  const throttle = createThrottle(writeEveryMs, write)
  return {
    latest: () => calls,
    add(call) {
      calls = [call, ...calls].slice(0, mostCalls)
      throttle.request()
    },
    async close() {
      throttle.flush()
      throttle.end()
      await writing
    },
  }
}

async function readCalls(path: string): Promise<ProgramCall[]> {
  try {
    return z.array(programCall).parse(JSON.parse((await readBoundedFile(path, maximumBytes)) ?? '[]'))
  } catch {
    return []
  }
}

/** The most calls that one program may begin, and rows that it may get, in a minute; and its calls at a time. */
const bounds = { calls: 120, rows: 1_000_000, atOnce: 8 } as const

const minuteMs = 60_000

/** Counts what a program uses. */
export type Meter = {
  /** @throws Refused beyond a bound */
  begin(): void
  end(): void
  /** @throws Refused beyond the bound */
  count(rows: number): void
  /** Nothing is under way, and its minute is over: a new meter counts the same. */
  isIdle(): boolean
}

/** @param now - monotonic, in ms */
export function createMeter(now: () => number): Meter {
  let since = now()
  let [calls, rows, running] = [0, 0, 0]
  const renew = () => {
    if (now() - since < minuteMs) return
    since = now()
    ;[calls, rows] = [0, 0]
  }
  return {
    begin() {
      renew()
      if (running >= bounds.atOnce) throw tooMany(`${bounds.atOnce} calls of this program are under way`)
      if (calls >= bounds.calls) throw tooMany(`This program made ${bounds.calls} calls in a minute`)
      calls += 1
      running += 1
    },
    end() {
      running -= 1
    },
    count(more) {
      renew()
      rows += more
      if (rows > bounds.rows) throw tooMany(`This program read ${bounds.rows} rows in a minute`)
    },
    isIdle: () => running === 0 && now() - since >= minuteMs,
  }
}

const tooMany = (what: string) =>
  new Refused(
    'too-many',
    `${what}, which is the most that Steward answers.`,
    'Wait a minute, and ask for less at once.',
  )
