import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { ensureBuild } from './ensure-build.ts'
import { type DesktopRun, runDesktop } from './run-desktop.ts'

/** Tries a scenario once, in a folder of its own, for all tests of the block it is called in. */
export function desktopRun(scenario: string, args: string[] = []): DesktopRun & { folder: string } {
  const desk: DesktopRun & { folder: string } = { folder: '', printed: '', report: {} }
  beforeAll(async () => {
    await ensureBuild()
    desk.folder = await mkdtemp(join(tmpdir(), 'steward-desktop-'))
    Object.assign(desk, await runDesktop(scenario, { folder: desk.folder, args }))
  }, 120_000)
  afterAll(() => rm(desk.folder, { recursive: true, force: true }))
  return desk
}
