import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../doubles/full-disk-child.ts', import.meta.url))

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-full-'))
})
afterEach(async () => {
  await run('umount', [folder]).catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

/**
 * Fills the disk in that folder and returns the outcomes. Without permission to mount one, a limit of 4 MiB per file has the same
 * effect as a full disk.
 */
async function fillUp(): Promise<unknown> {
  const limited = ['-c', 'ulimit -f 8192; exec "$@"', 'sh', process.execPath, script, folder]
  return JSON.parse((await run('/bin/sh', limited)).stdout)
}

test('a full disk is said to be full, nothing is left behind, and what fits is written afterwards', async () => {
  const expected = {
    stream: 'files/disk-full',
    pieces: 'files/disk-full',
    copy: 'files/disk-full',
    left: ['files', 'opened'],
    afterwards: 'done',
  }
  expect(await fillUp()).toEqual(expected)
  await rm(join(folder, 'files'), { recursive: true })
  await rm(join(folder, 'opened'), { recursive: true })
  // Only root may mount; then the disk really is full.
  await run('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).catch(() => {})
  expect(await fillUp()).toEqual(expected)
})
