import { createHash } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNewerVersion, lookDaily } from '../../../electron/updates/daily-look.ts'
import { createElectronUpdaterSource } from '../../../electron/updates/electron-updater-source.ts'
import { createUpdates } from '../../../electron/updates/updates.ts'
import { type AuthenticodeOptions, verifyAuthenticode, verifyFile } from '../../../electron/updates/verify-update.ts'
import { asUpdater, createPerson, otherSha512, UpdaterDouble } from './support.ts'

const publisher = 'CN=Steward, O=Steward, C=US'
const content = 'a new version'
const sha512 = createHash('sha512').update(content).digest('base64')
const goodFile = { url: 'Steward-0.2.0-win-x64.exe', sha512, size: content.length }
const release = { version: '0.2.0', files: [goodFile] }

/** The signature of a file as Windows reports it. */
const signedBy =
  (subject: string | null, status = 0) =>
  (file: string) => ({
    code: 0,
    stdout: JSON.stringify({ Status: status, Path: file, Subject: subject }),
    stderr: '',
  })
const signed = signedBy(publisher)

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-update-'))
  file = join(folder, 'installer.exe')
  await writeFile(file, content)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Scene = {
  answers?: ConstructorParameters<typeof UpdaterDouble>[0]
  signature?: (file: string) => Awaited<ReturnType<AuthenticodeOptions['run']>>
  publisher?: string | null
  policy?: 'ask' | 'off'
  agrees?: ('download' | 'install')[]
  /** The user's answer when quitting asks; true by default. */
  leaves?: boolean
  /** Runs while the last question is open. */
  meanwhile?: () => Promise<void>
}

/** Sets up updates on Windows with doubles of electron-updater, PowerShell and the user; files and hashes are real. */
function setUp(scene: Scene) {
  const updater = new UpdaterDouble({ offered: release, downloaded: file, ...scene.answers })
  const person = createPerson(scene.agrees ?? ['download', 'install'])
  const verifySignature = (path: string) =>
    verifyAuthenticode(path, {
      run: async () => (scene.signature ?? signed)(path),
      systemRoot: 'C:\\Windows',
      publisher: scene.publisher === undefined ? publisher : scene.publisher,
    })
  const openSource = () =>
    createElectronUpdaterSource(asUpdater(updater), { url: 'https://updates.example.com', verifySignature })
  const left: string[] = []
  const updates = createUpdates({
    current: '0.1.0',
    policy: async () => scene.policy ?? 'ask',
    looksByItself: async () => scene.policy === undefined,
    openFeed: async () => openSource(),
    openSource: async () => openSource(),
    async verify(path, offered) {
      await verifyFile(path, offered)
      await verifySignature(path)
    },
    discard: (path) => rm(path, { force: true }),
    talk: {
      ...person.talk,
      async ask(question) {
        const answer = await person.talk.ask(question)
        if (question.about === 'install') await scene.meanwhile?.()
        return answer
      },
    },
    leaving: {
      async ask() {
        left.push('ask')
        return scene.leaves ?? true
      },
      cancel: () => void left.push('cancel'),
    },
  })
  return { updates, updater, left, ...person }
}

const isThere = () =>
  access(file).then(
    () => true,
    () => false,
  )

describe('an update', () => {
  it('is installed after two questions, when everything is as it should be', async () => {
    const { updates, updater, asked } = setUp({})
    await updates.check()
    expect(asked).toEqual(['download', 'install'])
    expect(updater.acts).toEqual([expect.stringContaining('updates.example.com'), 'look', 'download', 'install'])
  })

  it('is not installed when the person stays for what quitting would lose, and can be looked for again', async () => {
    const { updates, updater, left, told } = setUp({ leaves: false })
    await updates.check()
    await updates.check()
    expect(updater.acts.filter((act) => act === 'install')).toEqual([])
    expect([left, told]).toEqual([['ask', 'ask'], []])
    expect(await isThere()).toBe(true)
  })

  it('is neither downloaded nor installed by itself', async () => {
    const { updates, updater } = setUp({ agrees: [] })
    await updates.check()
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
    })
    expect(updater.acts.slice(1)).toEqual(['look'])
  })

  it('is not installed when a person says later, and is not thrown away', async () => {
    const { updates, updater, told } = setUp({ agrees: ['download'] })
    await updates.check()
    expect(updater.acts).not.toContain('install')
    expect(told).toEqual([])
    expect(await isThere()).toBe(true)
  })

  it('is not looked for where the policy is against it', async () => {
    const { updates, updater, told } = setUp({ policy: 'off' })
    await updates.check()
    expect(updater.acts).toEqual([])
    expect(told).toEqual([{ about: 'off', version: '0.1.0' }])
  })

  it.each([
    ['the same version', { ...release, version: '0.1.0' }],
    ['nothing', null],
  ])('is none when the feed offers %s', async (_what, offered) => {
    const { updates, updater, told } = setUp({ answers: { offered } })
    await updates.check()
    expect(told).toEqual([{ about: 'latest', version: '0.1.0' }])
    expect(updater.acts).not.toContain('download')
  })

  it('is looked for once at a time', async () => {
    const { updates, updater } = setUp({ agrees: [] })
    await Promise.all([updates.check(), updates.check(), updates.check()])
    expect(updater.acts.filter((act) => act === 'look')).toHaveLength(1)
  })
})

describe('a feed that cannot be trusted', () => {
  it.each([
    ['an older version', { ...release, version: '0.0.9' }],
    ['a test version', { ...release, version: '0.2.0-beta.1' }],
    ['no version', { files: [goodFile] }],
    ['no file', { ...release, files: [] }],
    ['a file elsewhere', { ...release, files: [{ ...goodFile, url: 'https://evil.example.com/x.exe' }] }],
    ['a file above its folder', { ...release, files: [{ ...goodFile, url: '../x.exe' }] }],
    ['a file without a hash', { ...release, files: [{ ...goodFile, sha512: undefined }] }],
    ['a file with half a hash', { ...release, files: [{ ...goodFile, sha512: sha512.slice(0, 40) }] }],
    ['a file without a size', { ...release, files: [{ ...goodFile, size: undefined }] }],
    ['text', 'version: 0.2.0'],
  ])('is left alone when it offers %s', async (_what, offered) => {
    const { updates, updater, told, asked } = setUp({ answers: { offered } })
    await updates.check()
    expect(told).toEqual([{ about: 'failed', failure: 'not-safe' }])
    expect(asked).toEqual([])
    expect(updater.acts).not.toContain('download')
  })

  it.each([
    ['cannot be reached', { lookFails: new Error('net::ERR_NAME_NOT_RESOLVED') }],
    ['is not looked at', { offered: undefined }],
  ])('says so when it %s', async (_what, answers) => {
    const { updates, updater, told } = setUp({ answers })
    await updates.check()
    expect(told).toEqual([{ about: 'failed', failure: 'unreachable' }])
    expect(updater.acts).not.toContain('download')
  })

  it.each([
    [undefined, true],
    [0, true],
    ['25', true],
    [100, true],
    ['all', false],
    [Number.NaN, false],
    [-1, false],
    [101, false],
    [{}, false],
  ])('offers a version to a share of %s only where that is one: %s', async (stagingPercentage, offered) => {
    const { updates, updater } = setUp({ agrees: [] })
    await updates.check()
    expect(await updater.isUserWithinRollout({ stagingPercentage } as never)).toBe(offered)
    const outside = setUp({ answers: { withinRollout: false } })
    await outside.updates.check()
    expect(await outside.updater.isUserWithinRollout({ stagingPercentage } as never)).toBe(false)
  })
})

describe('a file that is not shown to be the update', () => {
  const refused: [what: string, scene: () => Scene | Promise<Scene>][] = [
    ['fails to download', () => ({ answers: { downloadFails: new Error('sha512 checksum mismatch') } })],
    ['was never downloaded', () => ({ answers: { downloaded: null } })],
    ['is gone', () => ({ answers: { downloaded: join(folder, 'none.exe') } })],
    ['is a folder', () => ({ answers: { downloaded: folder } })],
    ['is another one', () => ({ answers: { offered: { ...release, files: [{ ...goodFile, sha512: otherSha512 }] } } })],
    ['has another size', () => ({ answers: { offered: { ...release, files: [{ ...goodFile, size: 1 }] } } })],
    ['is cut short', async () => writeFile(file, content.slice(0, 5)).then(() => ({}))],
    ['goes on', async () => writeFile(file, `${content}!`).then(() => ({}))],
    ['has no signature', () => ({ signature: signedBy(null, 2) })],
    ['has a signature without a name', () => ({ signature: signedBy(null) })],
    ['has a broken signature', () => ({ signature: signedBy(publisher, 3) })],
    ['has a signature that is not trusted', () => ({ signature: signedBy(publisher, 4) })],
    ['is signed by somebody else', () => ({ signature: signedBy('CN=Steward Inc., O=Evil') })],
    ['is signed by somebody whose name begins alike', () => ({ signature: signedBy(`${publisher}, ST=Evil`) })],
    ['was not what was looked at', () => ({ signature: () => signed('C:\\other.exe') })],
    ['has no publisher to be held against', () => ({ publisher: null })],
    ['cannot be judged: no PowerShell', () => ({ signature: () => ({ code: null, stdout: '', stderr: '' }) })],
    ['cannot be judged: PowerShell fails', () => ({ signature: (path) => ({ ...signed(path), code: 1 }) })],
    [
      'cannot be judged: PowerShell complains',
      () => ({ signature: (path) => ({ ...signed(path), stderr: 'not recognized' }) }),
    ],
    ['cannot be judged: no answer', () => ({ signature: () => ({ code: 0, stdout: '', stderr: '' }) })],
    [
      'cannot be judged: a strange answer',
      () => ({ signature: () => ({ code: 0, stdout: '{"Status":0}', stderr: '' }) }),
    ],
    [
      'cannot be judged: the verifier throws',
      () => ({
        signature: () => {
          throw new Error('broken')
        },
      }),
    ],
  ]

  it.each(refused)('is not installed when it %s', async (_what, scene) => {
    const { updates, updater, told, asked } = setUp(await scene())
    await updates.check()
    expect(updater.acts).not.toContain('install')
    expect(asked).not.toContain('install')
    expect(told).toEqual([{ about: 'failed', failure: 'not-safe' }])
  })

  it('is removed', async () => {
    const { updates } = setUp({ signature: signedBy('CN=Evil') })
    await updates.check()
    expect(await isThere()).toBe(false)
  })

  it('is not installed when it was changed while the question stood', async () => {
    const { updates, updater, asked, told } = setUp({ meanwhile: () => writeFile(file, 'an evil version') })
    await updates.check()
    expect(asked).toContain('install')
    expect(updater.acts).not.toContain('install')
    expect(told).toEqual([{ about: 'failed', failure: 'not-safe' }])
  })

  it('is told of when the system refuses to install it', async () => {
    const { updates, told } = setUp({ answers: { installFails: new Error('Code signature did not pass validation') } })
    await updates.check()
    expect(told).toEqual([{ about: 'failed', failure: 'not-safe' }])
  })

  it('is refused by electron-updater, too, which asks our verifier', async () => {
    const good = setUp({ agrees: [] })
    await good.updates.check()
    expect(await good.updater.verifyUpdateCodeSignature([publisher], file)).toBeNull()
    const bad = setUp({ agrees: [], signature: signedBy('CN=Evil') })
    await bad.updates.check()
    expect(await bad.updater.verifyUpdateCodeSignature([publisher], file)).toEqual(expect.any(String))
    expect(await readFile(file, 'utf8')).toBe(content)
  })
})

describe('a look that nobody asked for', () => {
  it('finds a newer version, and asks, tells, downloads and installs nothing', async () => {
    const { updates, updater, asked, told } = setUp({})
    expect(await updates.look()).toBe('0.2.0')
    expect(updater.acts.filter((act) => !act.startsWith('feed'))).toEqual(['look'])
    expect([...asked, ...told]).toEqual([])
  })

  it.each(['ask', 'off'] as const)('does not happen where the firm decided %s', async (policy) => {
    const { updates, updater } = setUp({ policy })
    expect(await updates.look()).toBeNull()
    expect(updater.acts).toEqual([])
  })

  it.each([
    ['there is none', { offered: null }, null],
    ['the newest is this one', { offered: { ...release, version: '0.1.0' } }, null],
    ['the feed offers an older one', { offered: { ...release, version: '0.0.9' } }, undefined],
    ['the feed cannot be reached', { lookFails: new Error('net::ERR_NAME_NOT_RESOLVED') }, undefined],
  ])('says nothing when %s', async (_what, answers, found) => {
    const { updates, told } = setUp({ answers })
    expect(await updates.look()).toBe(found)
    expect(told).toEqual([])
  })

  it('is finished before a check that the user asks for, which is not dropped', async () => {
    const { updates, updater, asked } = setUp({ agrees: [] })
    await Promise.all([updates.look(), updates.check()])
    expect(updater.acts.filter((act) => act === 'look')).toHaveLength(2)
    expect(asked).toEqual(['download'])
  })
})

describe('the daily look', () => {
  it('comes minutes after the start, then once a day, and keeps what it found while it finds nothing out', async () => {
    const leaving = new AbortController()
    const slept: number[] = []
    const heard: (string | null)[] = []
    const newer = createNewerVersion()
    newer.onChanged(() => heard.push(newer.current()))
    const found = ['0.2.0', undefined, '0.2.0', null]
    await lookDaily(
      {
        async look() {
          const next = found.shift()
          if (found.length === 0) leaving.abort()
          return next
        },
      },
      { note: newer.note, sleep: async (ms) => void slept.push(ms), signal: leaving.signal },
    )
    const day = 24 * 60 * 60_000
    expect(slept).toEqual([5 * 60_000, day, day, day])
    expect(heard).toEqual(['0.2.0', null])
  })

  it('ends with Steward while it waits', async () => {
    const newer = createNewerVersion()
    const sleep = () => Promise.reject(new Error('aborted'))
    const never = async () => '0.2.0'
    await lookDaily({ look: never }, { note: newer.note, sleep, signal: new AbortController().signal })
    expect(newer.current()).toBeNull()
  })
})
