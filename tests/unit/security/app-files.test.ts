import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isAppFile, removeAppFiles } from '../../../electron/security/app-files.ts'

it.each([
  ['connections', true],
  ['connections.json', true],
  ['connections.broken-1772366400000.json', true],
  ['preferences.json.0123456789ab.tmp', true],
  ['instance.sock', true],
  ['launch', true],
  ['taxes.pdf', false],
  ['Connections.json', false],
  ['connections.broken-me.json', false],
  ['letter.tmp', false],
  ['letter.docx.0123456789ab.tmp', false],
  ['.bashrc', false],
])('%s is its own: %s', (name, own) => {
  expect(isAppFile(name)).toBe(own)
})

it('the removal of files leaves what is not its own in a folder that the user chose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-own-'))
  for (const name of ['connections', 'demo', 'photos']) await mkdir(join(folder, name))
  for (const name of ['preferences.json', 'taxes.pdf', 'connections/a', 'photos/b'])
    await writeFile(join(folder, name), '')
  expect(await removeAppFiles(folder, (name) => name === 'demo')).toEqual([])
  expect((await readdir(folder)).toSorted()).toEqual(['demo', 'photos', 'taxes.pdf'])
  await rm(folder, { recursive: true })
})
