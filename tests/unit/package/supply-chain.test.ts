import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configurationOf, root } from '../../../tools/package/configuration.ts'
import { packagesAtRunTime, packagesLeftOut, readLock } from '../../../tools/package/packages.ts'
import { packageOf } from '../../../tools/package/third-party.ts'

type Described = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'allowScripts',
  Record<string, unknown>
>

const described: Described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = readLock(root)
const locked = Object.entries(lock.packages).filter(([place]) => place.startsWith('node_modules/'))

describe('the supply chain', () => {
  it('is of exact versions', () => {
    const asked = { ...described.dependencies, ...described.devDependencies, ...described.optionalDependencies }
    const exact = /^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^file:tools\//
    expect(Object.entries(asked).filter(([, version]) => !exact.test(String(version)))).toEqual([])
  })

  it('is locked with a SHA-512 of every package that comes from elsewhere', () => {
    expect(locked.length).toBeGreaterThan(300)
    const unhashed = locked.filter(([place, { link, resolved, integrity }]) => {
      const own = link === true || resolved?.startsWith('file:') || place.includes('/tools/')
      return !own && !/^sha512-/.test(integrity ?? '')
    })
    expect(unhashed.map(([place]) => place)).toEqual([])
  })

  it('runs no script at an install that nobody allowed', () => {
    const scripted = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place, { name }]) => name ?? place)
    const names = scripted.map((name) => name.replace(/^.*node_modules\//, ''))
    expect(names.filter((name) => !(name in described.allowScripts))).toEqual([])
    expect(Object.keys(described.allowScripts).filter((name) => described.allowScripts[name] === true)).toEqual([
      'keytar',
    ])
  })

  it('stops an install for a script that nobody decided about', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('strict-allow-scripts=true')
    // Where the systems are: older versions of npm ignore it.
    expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toMatch(/npm 11\.16 or newer/)
  })

  it('has in the app, and in its notice of licences, only what the app imports', () => {
    const sources = ['electron', 'sandbox', 'shared'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && file.name.endsWith('.ts'))
        .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
    )
    const isImported = (name: string) =>
      sources.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
    expect(Object.keys(described.dependencies).filter((name) => !isImported(name))).toEqual([])
    expect(Object.keys(described.optionalDependencies).filter((name) => !isImported(name))).toEqual([])
    // Nothing that the notice lists is left out of the packages.
    const left = configurationOf({ platform: 'linux', env: {}, release: false } as Parameters<
      typeof configurationOf
    >[0]).files
    const whole = packagesAtRunTime(lock).filter((place) => JSON.stringify(left).includes(`!${place}{,/**}`))
    expect(whole).toEqual([])
  })

  it('ends, in the app, at what it runs on', () => {
    const names = packagesAtRunTime(lock).map((place) => place.replace(/^.*node_modules\//, ''))
    expect(names).toEqual(
      expect.arrayContaining(['better-sqlite3', 'fastify', 'undici', 'electron-updater', 'keytar', '@napi-rs/keyring']),
    )
    for (const name of ['electron', 'vite', 'react', 'prebuild-install', 'node-addon-api', 'node-runtime'])
      expect(names).not.toContain(name)
    expect(packagesLeftOut(lock)).toEqual(expect.arrayContaining(['node_modules/prebuild-install']))
  })

  it.each([
    ['/home/x/node_modules/react/index.js', 'node_modules/react'],
    ['\0/home/x/node_modules/@mantine/core/esm/x.mjs?used', 'node_modules/@mantine/core'],
    ['C:\\x\\node_modules\\a\\node_modules\\@b\\c\\i.js', 'node_modules/a/node_modules/@b/c'],
    ['/home/x/renderer/main.tsx', undefined],
  ])('knows whose a module is: %s', (module, place) => {
    expect(packageOf(module)).toBe(place)
  })
})
