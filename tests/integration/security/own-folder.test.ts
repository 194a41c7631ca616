import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeOwnFolder } from '../../../electron/security/own-folder.ts'
import { type Folders, makeFolders } from '../../doubles/bundle-folder.ts'
import { ensureBuild } from '../../doubles/ensure-build.ts'
import { startShellProcess } from '../../doubles/start-browser-shell.ts'

// Only root can act as a second user. Otherwise the same files are this user's, and Steward is told that it is a third one.

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const me = isRoot ? undefined : 4_711

let base: string
let folder: string
/** A file outside of the folder, which nothing may change. */
let outside: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'steward-own-'))
  chmodSync(base, 0o755)
  folder = join(base, 'data')
  outside = join(base, 'outside')
  writeFileSync(outside, 'untouched')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Runs a script as another user, if this process may. It becomes that user itself, who may not be able to read this folder. */
function asOther(script: string): void {
  const become = isRoot ? `process.setgid(${nobody}); process.setuid(${nobody});` : ''
  execFileSync(process.execPath, ['-e', `const fs = require('node:fs'); ${become} ${script}`])
}

/**
 * Another user goes into a folder, and after something was done tries to plant a file there, without naming its path.
 *
 * @returns the code of the error, or `planted`
 */
async function asOtherIn(path: string, act: () => void): Promise<string> {
  const script = `const fs = require('node:fs'); process.chdir(${JSON.stringify(path)});
    process.setgid(${nobody}); process.setuid(${nobody});
    fs.writeSync(1, 'in');
    fs.readSync(0, Buffer.alloc(1));
    let code = 'planted';
    try { fs.writeFileSync('planted', '') } catch (error) { code = error.code }
    fs.writeSync(1, ' ' + code)`
  const child = spawn(process.execPath, ['-e', script])
  let said = ''
  for await (const piece of child.stdout) {
    said += piece
    if (said !== 'in') continue
    act()
    child.stdin.end('.')
  }
  return said.slice(3)
}

/** What is there, and whose. This user's files and folders are closed to others before they are looked through, so that modes may change. */
const listing = (path: string): string[] =>
  readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .map((name) => `${name} ${lstatSync(name).uid} ${lstatSync(name).mtimeMs}`)
    .sort()

const refused = expect.objectContaining({ code: 'files/folder-refused' })

/** Whether the folder is refused and nothing in it or outside of it was written. */
function expectRefused(words: RegExp): void {
  const before = listing(base)
  let thrown: unknown
  try {
    takeOwnFolder(folder, me)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toEqual(refused)
  expect(String(thrown)).toMatch(words)
  expect(readFileSync(outside, 'utf8')).toBe('untouched')
  expect(listing(base)).toEqual(before)
}

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('that is missing is made for this user alone, and one of this user’s is taken again', () => {
    takeOwnFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    writeFileSync(join(folder, 'preferences.json'), '{}')
    mkdirSync(join(folder, 'connections', 'a'), { recursive: true })
    chmodSync(folder, 0o755)
    takeOwnFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('that only this user can write to is taken, though a file in it has a second name, such as in a backup', () => {
    mkdirSync(folder, { mode: 0o755 })
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'preferences.json'), '{}', { mode: 0o600 })
    linkSync(join(folder, 'preferences.json'), join(base, 'backup.json'))
    takeOwnFolder(folder)
    expect(readFileSync(join(folder, 'preferences.json'), 'utf8')).toBe('{}')
  })

  it.each([0o701, 0o710, 0o711, 0o750])('that others could reach in any way (%o) is closed to them', (mode) => {
    mkdirSync(folder)
    chmodSync(folder, mode)
    takeOwnFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('that others cannot reach is taken, whatever a file deep in it looks like: a backup may hold another name of it', () => {
    mkdirSync(join(folder, 'connections', 'a'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'connections', 'a', 'ledger.db'), 'kept')
    chmodSync(join(folder, 'connections', 'a', 'ledger.db'), 0o666)
    linkSync(join(folder, 'connections', 'a', 'ledger.db'), join(base, 'backup.db'))
    takeOwnFolder(folder)
    expect(readFileSync(join(folder, 'connections', 'a', 'ledger.db'), 'utf8')).toBe('kept')
  })

  it('that belongs to another user is refused', () => {
    mkdirSync(folder, { mode: 0o777 })
    if (isRoot) chownSync(folder, nobody, nobody)
    expectRefused(/belongs to another user/)
  })

  it('to which another user linked is refused', () => {
    mkdirSync(join(base, 'theirs'))
    chmodSync(base, 0o1777)
    asOther(`fs.symlinkSync(${JSON.stringify(join(base, 'theirs'))}, ${JSON.stringify(folder)})`)
    expectRefused(/belongs to another user/)
  })

  it('of this user’s, elsewhere, to which this user linked is taken', () => {
    mkdirSync(join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), folder)
    takeOwnFolder(folder)
  })

  it('that all users share is refused', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o1777)
    expectRefused(isRoot ? /is shared/ : /belongs/)
  })
})

describe.skipIf(process.platform === 'win32' || !isRoot)('a data folder of somebody who is not root', () => {
  it.each([
    ['their own', nobody],
    ['made by root, who could do anything anyway', 0],
  ])('is taken if it is %s', (_whose, owner) => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'preferences.json'), '{}')
    for (const path of [folder, join(folder, 'preferences.json')]) chownSync(path, owner, owner)
    takeOwnFolder(folder, nobody)
    expect(readFileSync(join(folder, 'preferences.json'), 'utf8')).toBe('{}')
  })

  it('is refused if it is that of a third user', () => {
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, 4_711, 4_711)
    expect(() => takeOwnFolder(folder, nobody)).toThrow(refused)
  })
})

describe.skipIf(process.platform === 'win32' || !isRoot)('a data folder into which another user could write', () => {
  beforeEach(() => {
    mkdirSync(folder)
    chmodSync(folder, 0o777)
  })
  const planted = (name: string) => JSON.stringify(join(folder, name))

  it.each(['preferences.json', 'connections', 'logs', 'instance.lock', 'launch', 'browser-profile'])(
    'is refused if %s is a link',
    (name) => {
      asOther(`fs.symlinkSync(${JSON.stringify(outside)}, ${planted(name)})`)
      expectRefused(/is a link/)
    },
  )

  it.each(['connections', 'connections/a', 'logs', 'browser-profile'])(
    'is taken, and its %s is closed to them too',
    async (name) => {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'file'), '')
      for (const open of [name, join(name, 'file')]) chmodSync(join(folder, open), 0o777)
      // Somebody who is in it already does not need its path.
      expect(await asOtherIn(join(folder, name), () => takeOwnFolder(folder))).toBe('EACCES')
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700)
    },
  )

  it('is taken, and a file in it that they could write to is closed to them', () => {
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'connections'))
    for (const name of ['preferences.json', 'connections/ledger.db']) {
      writeFileSync(join(folder, name), '{}')
      chmodSync(join(folder, name), 0o666)
    }
    takeOwnFolder(folder)
    const modes = ['preferences.json', 'connections/ledger.db'].map((name) => statSync(join(folder, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600])
  })

  it('is refused if they hold another name of a file in it that they can write to', () => {
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'preferences.json'), '{}')
    chmodSync(join(folder, 'preferences.json'), 0o666)
    linkSync(join(folder, 'preferences.json'), join(base, 'theirs'))
    expectRefused(/another name of a file/)
  })

  it('is refused if a link is deep in a folder of Steward’s', () => {
    mkdirSync(join(folder, 'connections', 'a'), { recursive: true })
    chmodSync(join(folder, 'connections', 'a'), 0o777)
    asOther(`fs.symlinkSync(${JSON.stringify(outside)}, ${planted('connections/a/ledger.db')})`)
    expectRefused(/is a link/)
  })

  it.each([
    ['a file', 'preferences.json', (path: string) => `fs.writeFileSync(${path}, '{}')`],
    ['a folder', 'connections', (path: string) => `fs.mkdirSync(${path})`],
  ])('is refused if %s of Steward’s is theirs', (_what, name, make) => {
    asOther(make(planted(name)))
    expectRefused(/belongs to another user/)
  })

  it('is refused if a file of Steward’s is a second name of a file elsewhere', () => {
    linkSync(outside, join(folder, 'preferences.json'))
    expectRefused(/another name of a file/)
  })

  it('is taken, and closed to them, if they planted nothing of Steward’s', () => {
    asOther(`fs.symlinkSync(${JSON.stringify(outside)}, ${planted('holiday.jpg')})`)
    takeOwnFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
})

describe.skipIf(process.platform === 'win32' || !isRoot)('a start on a folder of another user', () => {
  let folders: Folders
  beforeEach(async () => {
    folders = await makeFolders()
    mkdirSync(folders.userDataDir)
    chownSync(folders.userDataDir, nobody, nobody)
  })
  afterEach(() => folders.remove())

  it('of the browser shell ends with the reason, and writes nothing', async () => {
    const args = ['--headless', '--user-data-dir', folders.userDataDir]
    const shell = startShellProcess({ bundleRoot: folders.bundleRoot, args })
    expect(await shell.exited).not.toBe(0)
    expect(shell.output()).toContain('belongs to another user of this computer')
    expect(readdirSync(folders.userDataDir)).toEqual([])
  })

  it('of the desktop shell ends with the reason in a dialog, and writes nothing', async () => {
    await ensureBuild()
    const root = resolve(import.meta.dirname, '../../..')
    const script = join(root, 'tests/doubles/desktop-refused-process.ts')
    const shown = execFileSync(process.execPath, [script, join(root, 'out/main/main.js'), folders.userDataDir])
    expect(JSON.parse(String(shown))).toMatchObject({
      title: 'Steward could not be opened',
      text: expect.stringContaining('belongs to another user of this computer'),
      exitCodes: [1],
    })
    expect(readdirSync(folders.userDataDir)).toEqual([])
  })
})
