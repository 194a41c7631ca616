import { afterEach, describe, expect, it, vi } from 'vitest'
import { askScreens } from '../../../renderer/app/first-screen.ts'
import { appPath } from '../../../shared/ipc/app.ts'

const here = 'a'.repeat(32)
const there = 'b'.repeat(32)
const connection = (id: string, session: 'signed-in' | 'signed-out' | 'sign-in-needed', kind: 'demo' | 'tenant') => ({
  id,
  session,
  kind,
})

afterEach(() => vi.unstubAllGlobals())

/** Where a start at the address `/` leads to, after these answers. */
function leadsTo(path: string | null, startWith: string | null, connections: readonly object[]) {
  vi.stubGlobal('location', { pathname: '/', search: '' })
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  const answers: Readonly<Record<string, unknown>> = { info: { startWith }, lastScreen: { path }, list: connections }
  const ask = async ({ path: [, name = ''] }: { path: readonly string[] }) => answers[name]
  return askScreens({ ahead: { ask } }).leadsTo
}

describe('the screen a start leads to', () => {
  const last = `/c/${here}/households/household_1`
  it.each([
    ['where it was left', last, null, [connection(here, 'signed-in', 'tenant')], last],
    [
      'where it was left, though the service wants a new sign-in',
      last,
      null,
      [connection(here, 'sign-in-needed', 'tenant')],
      last,
    ],
    ['the start when one has signed out', last, null, [connection(here, 'signed-out', 'tenant')], null],
    ['the start when the connection is gone', last, null, [], null],
    [
      'the connection asked for rather than another one’s screen',
      last,
      there,
      [connection(here, 'signed-in', 'tenant')],
      `/c/${there}`,
    ],
    ['where the connection asked for was left', last, here, [connection(here, 'signed-out', 'demo')], last],
    ['the start the first time', null, null, [], null],
    ['nowhere outside a connection', '/connect', null, [connection(here, 'signed-in', 'demo')], null],
  ] as const)('is %s', async (_what, path, startWith, connections, expected) => {
    expect(await leadsTo(path, startWith, connections)).toBe(expected)
  })
})

describe('an address of the app', () => {
  it.each([
    '/',
    '/connect',
    '/settings',
    '/licences',
    `/c/${here}`,
    `/c/${here}/households/a%2Fb`,
    `/c/${here}/entities?view=x&q=%5B1%5D`,
  ])('may be %s', (path) => {
    expect(appPath.safeParse(path).success).toBe(true)
  })

  it.each([
    '',
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    `/c/${here}/households#launch=x`,
    '/c/short/households',
    '/settings#about',
    `/c/${here}/a/b/c/d/e`,
    '/etc/passwd',
    `/c/${here}/households?x=<script>`,
    ` /connect`,
  ])('is never %j', (path) => {
    expect(appPath.safeParse(path).success).toBe(false)
  })
})
