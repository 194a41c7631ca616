import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A separate disk in memory. */
export type SmallDisk = {
  /** Makes the disk read-only or writable immediately. No file may be open for writing when it becomes read-only. */
  setReadOnly(readOnly: boolean): Promise<void>
  remove(): Promise<void>
}

/** Mounts a disk of this many MiB at a path. Needs root; resolves with the reason if it cannot be mounted. */
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
