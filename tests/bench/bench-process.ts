import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BenchName } from './figures.ts'
import type { BenchResult } from './result.ts'

/** Minutes after which a bench counts as hanging. */
const limits: Partial<Record<BenchName, number>> = { growth: 180, peers: 60 }
const usualLimit = 30

/** The line that a bench prints for programs. */
export type ResultLine = {
  bench: BenchName
  figures: Record<string, number>
  measured: BenchResult['figures']
  details?: unknown
}

/**
 * Runs a bench in a process of its own, so that neither its memory nor its failure affects the next one; prints what it prints.
 * Rejects if it fails, or after half an hour.
 */
export async function runInProcess(bench: BenchName, options: readonly string[]): Promise<BenchResult> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./main.ts', import.meta.url)), bench, '--json', ...options],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a bench that hangs is ended together with what it started.
      detached: true,
    },
  )
  const minutes = limits[bench] ?? usualLimit
  const end = () => endGroup(child.pid)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end()
  }, minutes * 60_000)
  process.once('SIGINT', end).once('SIGTERM', end)
  const lines: string[] = []
  const complaints: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{"bench":')) console.log(line)
    lines.push(line)
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    console.error(line)
    complaints.push(line)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(limit)
  process.off('SIGINT', end).off('SIGTERM', end)
  if (isLate) throw new Error(`It took longer than ${minutes} minutes and was ended.`)
  const result = lines.findLast((line) => line.startsWith('{"bench":'))
  if (code !== 0 || result === undefined) throw new Error(complaintOf(complaints) ?? `It ended with ${code}.`)
  const { measured, details } = JSON.parse(result) as ResultLine
  return { figures: measured, details }
}

/** The line that names the error. */
const complaintOf = (lines: readonly string[]): string | undefined =>
  lines.find((line) => /^\s*(?:[\w.]+: )?[\w.]*Error\b/.test(line))?.trim() ??
  lines.findLast((line) => line.trim() !== '')

function endGroup(pid: number | undefined): void {
  try {
    // Windows has no groups of processes.
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}
