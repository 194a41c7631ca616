import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLogLines } from '../../../../electron/logs/create-log.ts'
import { desktopRun } from '../../../doubles/desktop-run.ts'

const root = resolve(import.meta.dirname, '../../../..')

describe('the built main process, under a double of electron', () => {
  const desk = desktopRun('lock-down')

  it('opens its window locked in', () => {
    expect(desk.report.windowOptions).toMatchObject({
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
        // Chromium would download dictionaries from Google.
        spellcheck: process.platform === 'darwin',
      },
    })
  })

  it('has a scheme of its own, and keeps everything in the folder it was given', () => {
    expect(desk.report.privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
    expect(desk.report.paths).toEqual({
      userData: desk.folder,
      sessionData: join(desk.folder, 'desktop-profile'),
      crashDumps: join(desk.folder, 'crashes'),
    })
    expect(desk.report.crashReporting).toEqual([{ uploadToServer: false, ignoreSystemCrashHandler: true }])
    expect(desk.printed).toContain('Steward is ready at app://steward/')
  })

  it('says everything in time that Electron only hears before it is ready', () => {
    expect(desk.report.tooLate).toEqual([])
  })

  it('keeps a log there, of this user alone', async () => {
    const lines = await readLogLines(join(desk.folder, 'logs'), 100)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'started', shell: 'desktop' }),
    )
    expect((await stat(join(desk.folder, 'logs', 'steward.log'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(desk.folder, 'crashes'))).mode & 0o777).toBe(0o700)
  })

  it('serves the page under the policy, and nothing else', () => {
    const answers = desk.report.answers as Record<string, { status: number | string; headers: Record<string, string> }>
    expect(Object.entries(answers).map(([url, { status }]) => [url, status])).toEqual([
      ['app://steward/', 200],
      ['app://steward/c/0123456789abcdef0123456789abcdef/households/hh-1', 200],
      ['app://steward/assets/none.js', 404],
      ['app://steward/../../etc/passwd', 404],
      ['app://evil/', 404],
      ['app://steward.evil/', 404],
      // Electron makes no request of it.
      ['app://user@steward/', 'not asked'],
      ['app://steward:80/', 404],
    ])
    for (const { headers } of Object.values(answers).filter(({ status }) => status !== 'not asked')) {
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
    expect(desk.report.post).toBe(405)
  })

  it('grants no permission, no device, no download, no request to anywhere', () => {
    expect(new Set(desk.report.permissions as boolean[])).toEqual(new Set([false]))
    expect(new Set(desk.report.checks as boolean[])).toEqual(new Set([false]))
    expect(desk.report.device).toBe(false)
    expect(desk.report.download).toBe(true)
    expect(desk.report.request).toEqual({ cancel: true })
    expect(desk.report.requestFilter).toEqual({
      urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'],
    })
  })

  it('opens no window, attaches no webview, goes nowhere else', () => {
    expect(desk.report.windowOpen).toEqual(Array.from({ length: 10 }, () => ({ action: 'deny' })))
    expect(desk.report.webview).toBe(true)
    expect(desk.report.redirect).toBe(true)
    expect(desk.report.subframe).toBe(true)
    expect(desk.report.navigation).toEqual({
      'app://steward/': false,
      'app://steward/x': false,
      'app://evil/': true,
      'app://user@steward/': true,
      'https://example.com/': true,
      'file:///etc/passwd': true,
      'about:blank': true,
      'javascript:alert(1)': true,
      'data:text/html,x': true,
      '': true,
    })
  })

  it('leaves a link to an e-mail address to the mail program, with its recipient and subject alone', () => {
    expect(desk.report.mails).toEqual([true, true, true])
    expect(desk.report.mailInFrame).toBe(true)
    expect(desk.report.opened).toEqual([
      'mailto:ada@example.com',
      'mailto:?subject=Two%20words',
      'mailto:ada@example.com?subject=Will',
    ])
  })
})

describe('its ports', () => {
  const desk = desktopRun('ports')

  it('hands no port to anybody but the main frame of its own page', () => {
    const strangers = desk.report.strangers as Record<string, boolean>
    expect(Object.keys(strangers).length).toBe(15)
    expect(Object.entries(strangers).filter(([, served]) => served)).toEqual([])
  })

  it('hands one port to each document, and ends the port of the one before', () => {
    expect(desk.report.handedOver).toEqual({
      first: true,
      again: false,
      afterNavigationInside: false,
      afterNavigationOfFrame: false,
      afterReload: true,
    })
    expect(desk.report.oldPort).toBe('ended')
  })

  it('serves real procedures through the port', () => {
    expect(desk.report.info).toMatchObject({ shell: 'desktop', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(desk.report.preferences).toEqual({ theme: 'dark', single_keys: true })
    expect(desk.report.refused).toMatchObject({ code: 'connection/not-found' })
  })
})

describe('files that its pages name', () => {
  const desk = desktopRun('dropped-files')

  it('takes files by their paths from the page of one of its windows alone, and only with a ticket', () => {
    const files = desk.report as { strangers: Record<string, unknown>; nonsense: unknown[]; taken: unknown }
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
        ['link.txt', 'failed', 'It is not a readable file: it is a folder or a link, or you have no access to it.'],
        ['folder.txt', 'failed', 'It is not a readable file: it is a folder or a link, or you have no access to it.'],
      ],
    })
  })
})

describe('its windows', () => {
  const desk = desktopRun('windows')

  it('opens another window at an address of the app when asked, locked in alike, with a port of its own', () => {
    expect(desk.report.secondWindow).toEqual({
      address: null,
      acts: ['load app://steward/connect', 'show'],
      ports: 1,
      sameOptions: true,
    })
  })

  it('copies texts of its page to the clipboard, and says when another program keeps that', () => {
    expect(desk.report.copied).toEqual({ answers: [{ copied: true }, { copied: false }], texts: ['a\nb'] })
  })

  it('takes Electron’s own lock on Windows alone, by which a second start passes on the right to come to the front', () => {
    expect(desk.report.focus).toEqual([
      { locks: 0, put: [] },
      { locks: 0, put: [] },
      { locks: 1, put: [{ links: [], files: [] }] },
    ])
  })

  it('tells the window in front, and no other, of what is chosen in the menu', () => {
    expect(desk.report.menus).toBe(1)
    expect(desk.report.commands).toEqual({ inFocusedWindow: ['go.households', 'list.export-csv'], inOtherWindow: [] })
  })

  it('comes to the front when it is started again, and ends when its window is closed', () => {
    expect(desk.report.shownAgain).toEqual(['restore', 'show', 'focus'])
    expect(desk.report.exitCodes).toEqual([0])
  })
})

describe('a window that is closed before its page has loaded', () => {
  const desk = desktopRun('closed-while-loading')

  it('is gone, and no failure', () => {
    expect(desk.report).toEqual({ opened: { address: null }, left: 1, exitCodes: [0] })
  })
})

describe('its menus', () => {
  const desk = desktopRun('menus')

  it('grey out what the screen of the window in front does not offer, and everything while it is locked', () => {
    const always = ['window.new', 'updates.check']
    const expected = {
      'before a screen has told': [],
      'once it has': ['go.households', 'record.save'],
      'with another window in front': [],
      'once that has told': ['go.connections'],
      'when the one behind tells': ['go.connections'],
      'with the first in front again': ['record.edit'],
      'while it is locked': [],
      unlocked: ['record.edit'],
      'while it reloads': [],
      'with the other one closed': [],
    }
    const steps = desk.report.steps as Record<string, string[]>
    const commands = Object.entries(steps).map(([step, ids]) => [step, ids.filter((id) => !always.includes(id))])
    expect(Object.fromEntries(commands)).toEqual(expected)
    for (const ids of Object.values(steps)) expect(ids).toEqual(expect.arrayContaining(always))
  })

  it('open another window, and stand in each where the system has them there', () => {
    expect(desk.report.opened).toEqual(['load app://steward/', 'show'])
    expect(desk.report.menuBarHides).toBe(false)
    expect(desk.report.open).toBe(2)
  })
})

describe('links that it is given', () => {
  const desk = desktopRun('links')
  const atStart = desktopRun('start-link', ['steward://household/nobody'])
  const early = desktopRun('early-link')

  it('lead the window in front to their record, whoever hands them over', () => {
    expect(desk.report.byStart).toEqual({ known: 'its place', shown: ['restore', 'show', 'focus'] })
    expect(desk.report.byEvent).toEqual({ opened: true, leads: true })
    expect(desk.report.front).toMatchObject({ leads: true, behind: 'preferences-changed' })
  })

  it('are told of when they lead nowhere, without a word of what they said', () => {
    expect(desk.report.others).toEqual({
      unknown: 'link/not-found',
      notUnderstood: 'link/not-understood',
      lastOfTwo: 'its place',
    })
    expect(desk.report.front).toMatchObject({
      problem: {
        code: 'link/not-understood',
        message: 'This is not a link to a Steward record.',
        nextStep: 'Ask for a new link. “Copy a link to this record” makes one.',
      },
    })
  })

  it('wait until it is unlocked, the last of them alone', () => {
    expect(desk.report.locked).toEqual({
      shown: ['restore', 'show', 'focus', 'restore', 'show', 'focus'],
      afterwards: true,
    })
  })

  it('are kept for the first page when they stand on the command line', () => {
    expect(atStart.report.told).toMatchObject({ type: 'problem', problem: { code: 'link/not-found' } })
  })

  it('are kept for the first page when the system hands them over before Electron is ready', () => {
    expect(early.report).toMatchObject({ taken: true, told: { type: 'problem', problem: { code: 'link/not-found' } } })
  })
})

describe('files that it is given', () => {
  const desk = desktopRun('arrived-files')

  it('wait for an owner, known to pages by name and size alone, and not while it is locked', () => {
    expect(desk.report).toMatchObject({
      shown: ['restore', 'show', 'focus'],
      opened: true,
      arrived: [
        ['Will.txt', 12],
        ['folder.pdf', null],
        ['link.txt', null],
        ['Deed.txt', 12],
      ],
      tellsNoPath: true,
      locked: 'lock/locked',
    })
  })

  it('go to the tray once, and stay where they were when the tray cannot have them or nobody wants them', () => {
    expect(desk.report).toMatchObject({
      nobody: 'connection/not-found',
      taken: { taken: 4 },
      again: { taken: 0 },
      rows: [
        ['Will.txt', 'ready'],
        ['folder.pdf', 'failed'],
        ['link.txt', 'failed'],
        ['Deed.txt', 'ready'],
      ],
      later: ['Later.txt'],
      left: [],
    })
  })
})
