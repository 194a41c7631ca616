import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Task } from './advisor-child.ts'
import { acknowledgedOf, type Diary, type Line, note } from './diary.ts'
import type { Home } from './steward.ts'

const script = fileURLToPath(new URL('./advisor-child.ts', import.meta.url))

export type Ended = { code: number | null; signal: NodeJS.Signals | null; complaint: string; left: number | null }

/**
 * Starts one Steward process; the lines it reports are added to the diary as they arrive.
 *
 * @param under - a program, with its arguments, to run it under
 */
export function startLife(home: Home, task: Task, { diary, under = [] }: { diary: Diary; under?: readonly string[] }) {
  const words = [...under, process.execPath, script, JSON.stringify({ home, task })]
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ready = Promise.withResolvers<void>()
  const acknowledged = Promise.withResolvers<void>()
  const ended = listen(child, diary, ({ kind }) => {
    if (kind === 'ready') ready.resolve()
    if (acknowledgedOf(diary).length > 0) acknowledged.resolve()
  })
  // A process that ends too early must not block those who wait.
  void ended.then(() => {
    ready.resolve()
    acknowledged.resolve()
  })
  return {
    child,
    ready: ready.promise,
    /** A write was acknowledged, by this process or one before it. */
    acknowledged: acknowledged.promise,
    ended,
  }
}

async function listen(child: ChildProcess, diary: Diary, onLine: (line: Line) => void): Promise<Ended> {
  let complaint = ''
  let left: number | null = null
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  if (!child.stdout) throw new Error('A child without a voice.')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (text) => {
    const line = JSON.parse(text) as Line
    note(diary, line)
    onLine(line)
    if (line.kind === 'idle') left = line.left
  })
  const spoken = once(lines, 'close')
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  await spoken
  return { code, signal, complaint, left }
}

/** Runs a Steward process that must end without an error. */
export async function liveWell(home: Home, task: Task, diary: Diary): Promise<void> {
  const { code, signal, complaint, left } = await startLife(home, task, { diary }).ended
  if (code !== 0) throw new Error(`Steward ended with ${code ?? signal} while it should ${task.kind}: ${complaint}`)
  if (left !== null && left > 0) throw new Error(`${left} writes did not come to an end.`)
}
