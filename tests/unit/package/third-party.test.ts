import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noticeOf, thirdParties } from '../../../tools/package/third-party.ts'

const lock = {
  packages: {
    '': { dependencies: { needed: '1.0.0' }, optionalDependencies: { extra: '1.0.0' } },
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/extra': { version: '1.0.0', optional: true, optionalDependencies: { 'extra-linux': '1.0.0' } },
    'node_modules/extra-linux': { version: '1.0.0', optional: true },
  },
}

describe('the licences of others', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'steward-licences-'))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
  })
  afterEach(() => rm(root, { recursive: true }))

  const install = async (...names: string[]) => {
    for (const name of names) {
      const folder = join(root, 'node_modules', name)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }))
      await writeFile(join(folder, 'LICENSE'), `the licence of ${name}`)
    }
  }

  it('are those of every package that is installed', async () => {
    await install('needed', 'extra', 'extra-linux')
    expect(thirdParties(root, []).map(({ name }) => name)).toEqual(['extra', 'extra-linux', 'needed'])
    expect(noticeOf(thirdParties(root, []))).toContain('the licence of extra-linux')
  })

  it('leave out an optional package that npm left out', async () => {
    await install('needed')
    expect(thirdParties(root, []).map(({ name }) => name)).toEqual(['needed'])
  })

  it('stop a build in which a package is missing that is not optional', async () => {
    await install('extra')
    expect(() => thirdParties(root, [])).toThrow(/node_modules\/needed/)
  })

  it('stop a build that holds a package which is not there, optional or not', async () => {
    await install('needed')
    expect(() => thirdParties(root, ['node_modules/extra'])).toThrow(/node_modules\/extra/)
  })
})
