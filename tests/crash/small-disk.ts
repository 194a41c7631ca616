import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own in memory. */
export type SmallDisk = {
  /** Takes writes or none, at once. No file may be open for writing where none are to be taken. */
  setReadOnly(readOnly: boolean): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk of so many MiB at a path. Needs root; where that cannot be, says why. */
export async function mountSmallDisk(path: string, mib: number): Promise<SmallDisk | string> {
  mkdirSync(path, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=700`, 'tmpfs', path])
  } catch (problem) {
    return `no disk can be mounted: ${String(problem).split('\n')[0]}`
  }
  return {
    async setReadOnly(readOnly) {
      await run('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, path])
    },
    async remove() {
      await run('umount', ['-l', path])
    },
  }
}
