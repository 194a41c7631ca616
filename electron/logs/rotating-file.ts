import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'
import type { LogLevel } from './log-events.ts'
import { logFile, moveFilesOn } from './log-files.ts'

/** Writes one line. Never throws. */
export type LineSink = (level: LogLevel, line: string) => void

/** Bytes of a file before the next one is begun. */
const maxBytes = 1024 * 1024

/**
 * The log's file, written line by line and moved on when it is full, by electron-log. Rejects where nothing can be written;
 * once it could, a disk that is full costs lines and nothing else.
 */
export async function openRotatingFile(folder: string): Promise<LineSink> {
  const path = join(folder, logFile)
  // electron-log gives a file up for good that it cannot write to at first.
  await ensurePrivateFolder(folder)
  await (await open(path, 'a', 0o600)).close()
  await chmod(path, 0o600)
  const { default: electronLog } = await import('electron-log/node')
  // Where it tells of what it could not write: with the line, to whoever looks at the terminal.
  electronLog.transports.console.writeFn = () => {}
  const log = electronLog.create({ logId: path })
  const { file, console: terminal, remote, ipc } = log.transports
  for (const other of [terminal, remote, ipc]) if (other) other.level = false
  // It looks for a name where it finds none; the folder is ours to choose.
  file.setAppName('Steward')
  file.resolvePathFn = () => path
  file.maxSize = maxBytes
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  // The line as it is.
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
