import { existsSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
