import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs'

/**
 * Copies a generated store, and waits until the copy is on the disk: otherwise the system writes its gigabytes while something is measured that
 * waits for the same disk.
 */
export function copyStore(source: string, target: string): void {
  copyFileSync(source, target)
  const copy = openSync(target, 'r+')
  fsyncSync(copy)
  closeSync(copy)
}
