import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { desktopProfile, removalMarker } from '../../../../electron/security/app-files.ts'
import { ensureBuild } from '../../../doubles/ensure-build.ts'
import { runDesktop } from '../../../doubles/run-desktop.ts'

it('removes the profile that Chromium held open while everything was removed', async () => {
  await ensureBuild()
  const folder = await mkdtemp(join(tmpdir(), 'steward-after-removal-'))
  const profile = join(folder, desktopProfile)
  try {
    await mkdir(profile)
    await writeFile(join(profile, 'Local State'), 'of the earlier run')
    await writeFile(join(folder, removalMarker), JSON.stringify({ version: 1, accounts: [] }))
    await runDesktop('menus', { folder })
    expect(await readdir(profile)).toEqual([])
    expect(await readdir(folder)).not.toContain(removalMarker)
    await writeFile(join(profile, 'Local State'), 'of this run')
    await runDesktop('menus', { folder })
    expect(await readdir(profile)).toEqual(['Local State'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
