import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { ensureBuild } from './ensure-build.ts'
import { type DesktopRun, runDesktop } from './run-desktop.ts'

/** Runs a scenario once, in its own folder, for all tests of the enclosing block. */
export function desktopRun(scenario: string, args: string[] = []): DesktopRun & { folder: string } {
  const desk: DesktopRun & { folder: string } = { folder: '', printed: '', report: {} }
  beforeAll(async () => {
    await ensureBuild()
    desk.folder = await mkdtemp(join(tmpdir(), 'steward-desktop-'))
    Object.assign(desk, await runDesktop(scenario, { folder: desk.folder, args }))
  })
  afterAll(() => rm(desk.folder, { recursive: true, force: true }))
  return desk
}
