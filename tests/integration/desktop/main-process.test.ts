import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const root = resolve(import.meta.dirname, '../../..')

describe('the built main process, under a double of electron', () => {
  let folder: string
  let report: Record<string, unknown>

  beforeAll(async () => {
    await ensureBuild()
    folder = await mkdtemp(join(tmpdir(), 'steward-desktop-'))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'tests/doubles/desktop-process.ts'), join(root, 'out/main/main.js'), folder],
      { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: '' }, timeout: 45_000 },
    )
    expect(stdout).toContain('Steward is ready at app://steward/')
    report = JSON.parse(stdout.slice(stdout.indexOf('REPORT ') + 'REPORT '.length))
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('opens its window locked in', () => {
    expect(report.windowOptions).toMatchObject({
      show: false,
      webPreferences: {
        preload: join(root, 'out/preload/preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        experimentalFeatures: false,
      },
    })
  })

  it('opens another window at an address of the app when asked, locked in alike, with a port of its own', () => {
    expect(report.secondWindow).toEqual({
      address: null,
      acts: ['load app://steward/connect', 'show'],
      ports: 1,
      sameOptions: true,
    })
  })

  it('has a scheme of its own, and keeps everything in the folder it was given', () => {
    expect(report.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
    expect(report.paths).toEqual({ userData: folder, sessionData: join(folder, 'desktop-profile') })
    expect(report.menus).toBe(1)
  })

  it('serves the page under the policy, and nothing else', () => {
    const answers = report.answers as Record<string, { status: number; headers: Record<string, string> }>
    expect(Object.entries(answers).map(([url, { status }]) => [url, status])).toEqual([
      ['app://steward/', 200],
      ['app://steward/c/0123456789abcdef0123456789abcdef/households/hh-1', 200],
      ['app://steward/assets/none.js', 404],
      ['app://steward/../../etc/passwd', 404],
      ['app://evil/', 404],
      ['app://steward.evil/', 404],
      ['app://user@steward/', 404],
      ['app://steward:80/', 404],
    ])
    for (const { headers } of Object.values(answers)) {
      const policy = headers['content-security-policy']?.split('; ')
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(rule)
      }
    }
    expect(report.post).toBe(405)
  })

  it('grants no permission, no device, no download, no request to anywhere', () => {
    expect(new Set(report.permissions as boolean[])).toEqual(new Set([false]))
    expect(new Set(report.checks as boolean[])).toEqual(new Set([false]))
    expect(report.device).toBe(false)
    expect(report.download).toBe(true)
    expect(report.request).toEqual({ cancel: true })
    expect(report.requestFilter).toMatchObject({
      urls: expect.arrayContaining(['http://*/*', 'https://*/*', 'file://*/*']),
    })
  })

  it('opens no window, attaches no webview, goes nowhere else', () => {
    expect(report.windowOpen).toEqual(Array.from({ length: 9 }, () => ({ action: 'deny' })))
    expect(report.webview).toBe(true)
    expect(report.redirect).toBe(true)
    expect(report.subframe).toBe(true)
    expect(report.navigation).toEqual({
      'app://steward/': false,
      'app://steward/x': false,
      'app://evil/': true,
      'https://example.com/': true,
      'file:///etc/passwd': true,
      'about:blank': true,
      'javascript:alert(1)': true,
      'data:text/html,x': true,
      '': true,
    })
  })

  it('hands no port to anybody but the main frame of its own page', () => {
    const strangers = report.strangers as Record<string, boolean>
    expect(Object.keys(strangers).length).toBe(15)
    expect(Object.entries(strangers).filter(([, served]) => served)).toEqual([])
  })

  it('takes files by their paths from the page of one of its windows alone, and only with a ticket', () => {
    const files = report.files as { strangers: Record<string, unknown>; nonsense: unknown[]; taken: unknown }
    expect(Object.entries(files.strangers).filter(([, taken]) => taken !== false)).toEqual([])
    expect(Object.keys(files.strangers).length).toBeGreaterThan(6)
    expect(new Set(files.nonsense)).toEqual(new Set([false]))
    expect(files.taken).toEqual({
      file: true,
      again: false,
      link: false,
      folder: false,
      rows: [
        ['Will.txt', 'ready', null],
        [
          'link.txt',
          'failed',
          'It is not a file that can be read: a folder, a link, or something that is kept from you.',
        ],
        [
          'folder.txt',
          'failed',
          'It is not a file that can be read: a folder, a link, or something that is kept from you.',
        ],
      ],
    })
  })

  it('hands one port to each document, and ends the port of the one before', () => {
    expect(report.handedOver).toEqual({
      first: true,
      again: false,
      afterNavigationInside: false,
      afterNavigationOfFrame: false,
      afterReload: true,
    })
    expect(report.oldPort).toBe('ended')
  })

  it('serves real procedures through the port', () => {
    expect(report.info).toMatchObject({ shell: 'desktop', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(report.preferences).toEqual({ theme: 'dark', single_keys: true })
    expect(report.refused).toMatchObject({ code: 'connection/not-found' })
  })

  it('tells the window in front, and no other, of what is chosen in the menu', () => {
    expect(report.commands).toEqual({ inFocusedWindow: ['go.households', 'list.export-csv'], inOtherWindow: [] })
  })

  it('comes to the front when it is started again, and ends when its window is closed', () => {
    expect(report.shownAgain).toEqual(['restore', 'show', 'focus'])
    expect(report.exitCodes).toEqual([0])
  })
})

describe('the built preload', () => {
  /** Runs it with nothing but what a sandboxed preload has. */
  const run = async () => {
    const code = await readFile(join(root, 'out/preload/preload.cjs'), 'utf8')
    const listeners: ((event: object) => void)[] = []
    const required: string[] = []
    const ipcRenderer = { once: vi.fn(), send: vi.fn(), invoke: vi.fn(async () => true) }
    const webUtils = { getPathForFile: vi.fn((file: unknown) => (file === given ? '/home/ada/Will.pdf' : '')) }
    const window = {
      addEventListener: (_name: string, listener: (event: object) => void) => listeners.push(listener),
      removeEventListener: (_name: string, listener: (event: object) => void) =>
        void listeners.splice(listeners.indexOf(listener), 1),
      postMessage: vi.fn(),
    }
    const require = (name: string) => {
      required.push(name)
      return { ipcRenderer, webUtils }
    }
    runInContext(code, createContext({ window, require }))
    const hear = (event: object) => {
      for (const listener of [...listeners]) listener(event)
    }
    return { window, required, ipcRenderer, hear }
  }
  const given = { name: 'Will.pdf' }

  it('needs electron and nothing else', async () => {
    expect((await run()).required).toEqual(['electron'])
  })

  it('asks once for a port when its own page asks, and passes it on to that page only', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: {}, data: 'steward:connect' })
    hear({ source: window, data: 'something else' })
    expect(ipcRenderer.send).not.toHaveBeenCalled()
    hear({ source: window, data: 'steward:connect' })
    hear({ source: window, data: 'steward:connect' })
    expect(ipcRenderer.send.mock.calls).toEqual([['steward:connect']])
    const [[channel, pass] = []] = ipcRenderer.once.mock.calls
    expect(channel).toBe('steward:port')
    pass({ ports: ['the port'] })
    expect(window.postMessage.mock.calls).toEqual([['steward:port', '/', ['the port']]])
  })

  it('names a file that a person gave to its own page, with the ticket, and tells the page no path', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: {}, data: { type: 'steward:file', ticket: 'T', file: given } })
    hear({ source: window, data: { type: 'steward:other', ticket: 'T', file: given } })
    hear({ source: window, data: { type: 'steward:file', ticket: 7, file: given } })
    hear({ source: window, data: null })
    expect(ipcRenderer.invoke).not.toHaveBeenCalled()
    hear({ source: window, data: { type: 'steward:file', ticket: 'T', file: given, path: '/etc/passwd' } })
    await vi.waitFor(() => expect(window.postMessage).toHaveBeenCalled())
    expect(ipcRenderer.invoke.mock.calls).toEqual([['steward:file', 'T', '/home/ada/Will.pdf']])
    expect(window.postMessage.mock.calls).toEqual([[{ type: 'steward:file-taken', ticket: 'T', taken: true }, '/']])
  })

  it('names nothing of a file that the page made itself, or that is none', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: window, data: { type: 'steward:file', ticket: 'T', file: { path: '/etc/passwd' } } })
    await vi.waitFor(() => expect(window.postMessage).toHaveBeenCalled())
    expect(ipcRenderer.invoke).not.toHaveBeenCalled()
    expect(window.postMessage.mock.calls).toEqual([[{ type: 'steward:file-taken', ticket: 'T', taken: false }, '/']])
  })
})
