import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenForCallback } from '../../../electron/auth/loopback-listener.ts'
import { vetHttpsUrl } from '../../../electron/platform/https-url.ts'
import { startShell } from '../../doubles/browser-shell.ts'
import { buildClientPage } from '../../doubles/build-client-page.ts'
import { type Folders, makeFolders } from '../../doubles/bundle-folder.ts'
import { askSession, nonceOf } from '../../doubles/loopback.ts'
import { type OtherUser, startOtherUser } from '../../doubles/other-user.ts'
import { readyAddress, type ShellProcess, startShellProcess } from '../../doubles/start-browser-shell.ts'
import { get } from '../support/small-browser.ts'

// Only root can start a process of another user. Otherwise the same process runs as the current user, who may read more than
// another user could, and a server that expects a different user refuses it.

let folders: Folders
let other: OtherUser
const started: ShellProcess[] = []
beforeEach(async () => {
  folders = await makeFolders()
  other = await startOtherUser()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((shell) => shell.stop()))
  await other.stop()
  await folders.remove()
})

/** Starts Steward with a display; `script` is the browser in place of `exec chromium "$@"`. */
async function startWithBrowser(script: string): Promise<ShellProcess> {
  const programs = join(folders.userDataDir, '..', 'programs')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'chromium'), `#!/bin/sh\n${script}\n`)
  await chmod(join(programs, 'chromium'), 0o755)
  const shell = startShellProcess({
    bundleRoot: folders.bundleRoot,
    args: ['--user-data-dir', folders.userDataDir],
    env: { PATH: `${programs}:/usr/bin:/bin`, DISPLAY: ':77' },
  })
  started.push(shell)
  return shell
}

/** Where another program reaches the server: systems, unlike browsers, may not resolve names below `localhost`. */
const address = ({ port }: { port: number }) => `http://127.0.0.1:${port}`

const launchFiles = () => readdir(join(folders.userDataDir, 'launch'))

describe('the address that lets a page in', () => {
  it('is in no arguments, environment or file that another user can read, from the start until the page is in', async () => {
    await buildClientPage(folders.bundleRoot)
    const shell = await startWithBrowser('exec /usr/bin/chromium --no-sandbox --headless=new "$@"')
    await shell.line(/^asked: app\.info$/)
    const { port } = await readyAddress(shell)
    const seen = await other.read()
    // The other user has seen the browser's arguments, which name the page that redirects to Steward.
    expect(seen.arguments).toContain(`--app=file://${folders.userDataDir}/launch/`)
    expect(seen.arguments).not.toMatch(new RegExp(`:${port}/\\S*launch=`))
    if (other.isOther) expect(seen.files.filter((path) => path.startsWith(folders.userDataDir))).toEqual([])
    expect(await launchFiles()).toEqual([])
  })

  it('is in a file of this user’s alone, which leads there, and is gone once a page is in', async () => {
    const noted = join(folders.bundleRoot, '..', 'arguments')
    const shell = await startWithBrowser(
      `printf '%s\\n' "$@" > ${noted}.part && mv ${noted}.part ${noted}\nexec sleep 600`,
    )
    const { origin } = await readyAddress(shell)
    await expect.poll(() => readFile(noted, 'utf8').catch(() => '')).toContain('--app=')
    const [, page = ''] = /^--app=(.*)$/m.exec(await readFile(noted, 'utf8')) ?? []
    const file = fileURLToPath(page)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700)
    const [, launch = ''] = /location\.replace\("(.*)"\)/.exec(await readFile(file, 'utf8')) ?? []
    expect((await askSession(origin, { launch: nonceOf(launch) })).status).toBe(200)
    await expect.poll(launchFiles).toEqual([])
  })

  it('is of no use to another user who has it', async () => {
    const shell = await startShell(undefined, other.isOther ? {} : { uid: 1 })
    try {
      const launch = nonceOf(shell.server.launchUrl())
      const theirs = [
        await other.ask('POST', `${address(shell)}/session`, { launch }),
        await other.ask('GET', `${address(shell)}/`),
        await other.ask('GET', `${address(shell)}/ipc`),
      ]
      // Their connections are closed without an answer.
      expect(theirs.map(({ status }) => status)).toEqual([0, 0, 0])
      expect(shell.foreignUsers()).toBe(3)
      // The nonce was not used up: the page it was made for still gets in.
      if (other.isOther) expect((await askSession(shell.origin, { launch })).status).toBe(200)
    } finally {
      await shell.server.close()
    }
  })
})

describe('the address that signs in', () => {
  const state = 'S'.repeat(43)
  const target = vetHttpsUrl(`https://auth.example/oauth2/authorize?state=${state}`, 'https://auth.example')

  it('leads another user nowhere, who finds it in the arguments of the opener; nor is a callback of theirs taken', async () => {
    const uid = other.isOther ? {} : { uid: 1 }
    const listener = await listenForCallback({ redirectUri: 'http://127.0.0.1/callback', state, ...uid })
    try {
      const start = listener.leadTo(target)
      expect(await other.ask('GET', start)).toEqual({ status: 0, location: null })
      const callback = `${listener.redirectUri}?code=theirs&state=${state}`
      expect(await other.ask('GET', callback)).toEqual({ status: 0, location: null })
      if (other.isOther) expect((await fetch(start, { redirect: 'manual' })).headers.get('location')).toBe(target)
    } finally {
      await listener.close()
    }
  })

  it('is not used up by connections that another user resets, which the system no longer lists', async () => {
    const uid = other.isOther ? {} : { uid: 1 }
    const listener = await listenForCallback({ redirectUri: 'http://127.0.0.1/callback', state, ...uid })
    let ended = false
    listener.callback.catch(() => {
      ended = true
    })
    try {
      const start = listener.leadTo(target)
      await other.reset(300, start)
      if (other.isOther) expect(await get(start)).toMatchObject({ status: 302, location: target })
      expect(ended).toBe(false)
    } finally {
      await listener.close()
    }
  })
})

describe('connections of another user that send nothing', () => {
  const count = 300

  it('are closed by the page’s server, and do not keep the page out', async () => {
    const shell = await startShell(undefined, other.isOther ? {} : { uid: 1 })
    try {
      await other.hold(count, address(shell), 'open')
      if (other.isOther) {
        const launch = nonceOf(shell.server.launchUrl())
        expect((await askSession(shell.origin, { launch })).status).toBe(200)
      }
      await other.hold(count, address(shell), 'closed')
      expect(shell.foreignUsers()).toBe(2 * count)
    } finally {
      await shell.server.close()
    }
  })

  it('are closed by the sign-in’s listener, and do not keep the browser out', async () => {
    const uid = other.isOther ? {} : { uid: 1 }
    const state = 'S'.repeat(43)
    const listener = await listenForCallback({ redirectUri: 'http://127.0.0.1/callback', state, ...uid })
    try {
      await other.hold(count, listener.redirectUri, 'open')
      if (other.isOther) expect((await get(`${listener.redirectUri}?code=c&state=${state}`)).status).toBe(200)
      await other.hold(count, listener.redirectUri, 'closed')
    } finally {
      await listener.close()
    }
  })
})
