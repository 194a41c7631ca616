import { existsSync, renameSync } from 'node:fs'
import { chmod, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'
import type { LogLevel } from './log-events.ts'

/** The current log file. */
export const logFile = 'steward.log'

/** Number of files kept, including the current one. */
const most = 5

/** `steward.log`, then the older ones, `steward.1.log` to `steward.4.log`. */
const names = [logFile, ...Array.from({ length: most - 1 }, (_, index) => `steward.${index + 1}.log`)]

/** Rotates the files: each is renamed to the next name, and the oldest is overwritten. Throws the errors of `fs`. */
export function moveFilesOn(folder: string): void {
  for (let index = most - 1; index > 0; index -= 1) {
    const [from, to] = [join(folder, names[index - 1] ?? ''), join(folder, names[index] ?? '')]
    if (existsSync(from)) renameSync(from, to)
  }
}

/** The last lines of all files, oldest first. Unreadable files are skipped. */
export async function readLogLines(folder: string, most: number): Promise<string[]> {
  const lines: string[] = []
  for (const name of names) {
    if (lines.length >= most) break
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    lines.unshift(...text.split(/\r?\n/).filter((line) => line !== ''))
  }
  return lines.slice(-most)
}

/** The log folder of a user-data folder. */
export const logFolder = (userDataDir: string): string => join(userDataDir, 'logs')

/** Writes one line. Never throws. */
export type LineSink = (level: LogLevel, line: string) => void

/** Size in bytes at which the next file is begun. */
const maxBytes = 1024 * 1024

/**
 * The log file, written line by line by electron-log and rotated when full. Rejects if nothing can be written at first; after
 * that, a full disk only costs lines.
 */
export async function openRotatingFile(folder: string): Promise<LineSink> {
  const path = join(folder, logFile)
  // electron-log gives up permanently on a file that it cannot write to at first.
  await ensurePrivateFolder(folder)
  await (await open(path, 'a', 0o600)).close()
  await chmod(path, 0o600)
  const { default: electronLog } = await import('electron-log/node')
  // It would print its write errors, including the line, to the terminal.
  electronLog.transports.console.writeFn = () => {}
  const log = electronLog.create({ logId: path })
  const { file, console: terminal, remote, ipc } = log.transports
  for (const other of [terminal, remote, ipc]) if (other) other.level = false
  // It looks for an app name if none is set; the folder is chosen here.
  file.setAppName('Steward')
  file.resolvePathFn = () => path
  file.maxSize = maxBytes
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  // Writes the line unchanged.
  file.transforms = [({ data }) => data[0]]
  file.archiveLogFn = (full) => {
    try {
      moveFilesOn(folder)
    } catch {
      full.clear()
    }
  }
  return (level, line) => log[level](line)
}
