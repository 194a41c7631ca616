import { describe, expect, it } from 'vitest'
import { findTestBrowser } from '../../../tools/lib/browser.mjs'
import { distributionOf, messageOf, prerequisitesOf } from '../../../tools/lib/prerequisites.mjs'

type System = Parameters<typeof prerequisitesOf>[1]

const bare: System = {
  platform: 'linux',
  arch: 'x64',
  distribution: 'debian',
  isRoot: true,
  hasBrowser: false,
  allowsUserNamespaces: true,
  exists: () => false,
}
const equipped: System = { ...bare, hasBrowser: true, exists: () => true }

describe('what a task lacks', () => {
  it('is nothing where everything is installed', () => {
    for (const task of ['tests', 'desktop', 'package'])
      for (const platform of ['linux', 'darwin', 'win32'] as const)
        expect(prerequisitesOf(task, { ...equipped, platform })).toEqual({ missing: [], commands: [] })
  })

  it('is installed by apt-get on Debian, Chromium included', () => {
    const { missing, commands } = prerequisitesOf('tests', bare)
    expect(missing).toEqual(expect.arrayContaining(['libsecret-1-dev', 'chromium', 'chromium-headless-shell']))
    expect(missing).not.toContain('browser')
    expect(commands.map(([program]) => program)).toEqual(['apt-get', 'apt-get'])
    expect(commands[1]).toEqual(['apt-get', 'install', '-y', '--no-install-recommends', ...missing])
  })

  it('is one package if one is missing', () => {
    const exists = (path: string) => path !== '/usr/bin/strace'
    expect(prerequisitesOf('tests', { ...equipped, exists }).missing).toEqual(['strace'])
  })

  it('on Ubuntu has its Chromium from Playwright, and sudo for another user', () => {
    const { missing, commands } = prerequisitesOf('tests', { ...bare, distribution: 'ubuntu', isRoot: false })
    expect(missing).not.toContain('chromium')
    expect(missing.at(-1)).toBe('browser')
    expect(commands.map((command) => command.slice(0, 2).join(' '))).toEqual([
      'sudo apt-get',
      'sudo apt-get',
      expect.stringMatching(/^node node_modules.playwright/),
    ])
  })

  it('on another Linux is named, without a command that only its user can know', () => {
    const lack = prerequisitesOf('tests', { ...bare, distribution: 'other', hasBrowser: true })
    expect(lack.commands).toEqual([])
    expect(messageOf(lack)).toMatch(/Not installed: g\+\+, make.*package manager/)
  })

  it.each(['darwin', 'win32'] as const)('on %s is only a browser', (platform) => {
    const lack = prerequisitesOf('desktop', { ...bare, platform, allowsUserNamespaces: false })
    expect(lack.missing).toEqual(['browser'])
    expect(messageOf(lack)).toMatch(/Run this first:\n {2}node .*playwright.* install chromium$/)
  })

  it('for the desktop app includes the libraries of the processor’s folder, and user namespaces', () => {
    const asked: string[] = []
    const exists = (path: string) => {
      asked.push(path)
      return !path.includes('libasound')
    }
    const ubuntu: System = { ...equipped, distribution: 'ubuntu', arch: 'arm64', allowsUserNamespaces: false, exists }
    const { missing, commands } = prerequisitesOf('desktop', ubuntu)
    expect(missing).toEqual(['libasound2t64', 'user namespaces for Chromium’s sandbox'])
    expect(commands.at(-1)).toEqual(['sysctl', '-w', 'kernel.apparmor_restrict_unprivileged_userns=0'])
    expect(asked).toContain('/usr/lib/aarch64-linux-gnu/libgtk-3.so.0')
    expect(prerequisitesOf('tests', ubuntu).missing).toEqual([])
  })

  it.each([
    ['ID=debian\n', 'debian'],
    ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', 'ubuntu'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'ubuntu'],
    ['ID=raspbian\nID_LIKE=debian\n', 'debian'],
    ['ID=fedora\n', 'other'],
    ['', 'other'],
  ])('depends on the distribution: %j', (text, name) => {
    expect(distributionOf(text)).toBe(name)
  })
})

describe('the browser for the tests', () => {
  type Surroundings = NonNullable<Parameters<typeof findTestBrowser>[1]>
  const system = (platform: NodeJS.Platform, paths: readonly string[], downloaded: Record<string, string[]> = {}) => {
    const env = { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local', PROGRAMFILES: 'C:\\Program Files' }
    const home = platform === 'win32' ? 'C:\\Users\\a' : '/home/a'
    const surroundings: Surroundings = {
      platform,
      env,
      home,
      exists: (path) => paths.includes(path),
      list: (folder) => downloaded[folder] ?? [],
    }
    return surroundings
  }
  const edge = 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

  it.each([
    ['Debian’s', system('linux', ['/usr/bin/chromium']), { kind: 'path', path: '/usr/bin/chromium' }],
    ['Edge', system('win32', [edge]), { kind: 'path', path: edge }],
    ['Chrome', system('darwin', [chrome]), { kind: 'path', path: chrome }],
    [
      'Playwright’s rather than Edge',
      system('win32', [edge], { 'C:\\Users\\a\\AppData\\Local\\ms-playwright': ['chromium-1228'] }),
      { kind: 'playwright' },
    ],
    [
      'Playwright’s on macOS',
      system('darwin', [], { '/home/a/Library/Caches/ms-playwright': ['chromium_headless_shell-1'] }),
      { kind: 'playwright' },
    ],
    ['none', system('linux', [], { '/home/a/.cache/ms-playwright': ['firefox-1'] }), { kind: 'none' }],
  ])('is %s', (_name, surroundings, found) => {
    expect(findTestBrowser({}, surroundings)).toEqual(found)
  })

  it('without windows is the shell, where it is installed', () => {
    const both = system('linux', ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'])
    expect(findTestBrowser({ headless: true }, both)).toEqual({
      kind: 'path',
      path: '/usr/bin/chromium-headless-shell',
    })
    expect(findTestBrowser({}, both)).toEqual({ kind: 'path', path: '/usr/bin/chromium' })
  })

  it('is the one that CHROMIUM names, before any other', () => {
    const named = { ...system('linux', ['/usr/bin/chromium']), env: { CHROMIUM: '/opt/chrome' } }
    expect(findTestBrowser({}, named)).toEqual({ kind: 'path', path: '/opt/chrome' })
  })
})
