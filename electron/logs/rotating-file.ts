import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'
import type { LogLevel } from './log-events.ts'
import { logFile, moveFilesOn } from './log-files.ts'

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
