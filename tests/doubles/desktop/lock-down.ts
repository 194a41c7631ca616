import { calls } from '../electron/calls.ts'
import { session } from '../electron/session.ts'
import { prevented, type Scenario } from './desk.ts'

// Everything that a hostile page could try in its window: addresses, permissions, downloads, pop-ups, webviews, navigation.

const addresses = [
  'app://steward/',
  'app://steward/c/0123456789abcdef0123456789abcdef/households/hh-1',
  'app://steward/assets/none.js',
  'app://steward/../../etc/passwd',
  'app://evil/',
  'app://steward.evil/',
  'app://user@steward/',
  'app://steward:80/',
]

const places = [
  'app://steward/',
  'app://steward/x',
  'app://evil/',
  'https://example.com/',
  'file:///etc/passwd',
  'about:blank',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
]

const permissions = [
  'media',
  'geolocation',
  'notifications',
  'midi',
  'midiSysex',
  'pointerLock',
  'fullscreen',
  'openExternal',
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'hid',
  'serial',
  'usb',
  'idle-detection',
  'storage-access',
  'window-management',
  'fileSystem',
  'keyboardLock',
  'unknown',
]

async function ask(url: string, method = 'GET') {
  const answer = await calls.scheme.get('app')?.({ url, method })
  return { status: answer?.status, headers: Object.fromEntries(answer?.headers ?? []) }
}

/** Returns a handler's decision, whether it returns it or passes it to a callback. */
function decided(name: string, ...args: unknown[]): unknown {
  let decision: unknown
  const returned = calls.handlers.get(name)?.(...([...args, (answer: unknown) => (decision = answer)] as never[]))
  return returned === undefined ? decision : returned
}

export const run: Scenario = async ({ window }) => {
  const page = window.webContents
  return {
    windowOptions: window.options,
    privileged: calls.privileged,
    paths: calls.paths,
    crashReporting: calls.crashReporting,
    tooLate: calls.tooLate,
    answers: Object.fromEntries(await Promise.all(addresses.map(async (url) => [url, await ask(url)]))),
    post: (await ask('app://steward/', 'POST')).status,
    permissions: permissions.map((name) => decided('permission-request', page, name)),
    checks: permissions.map((name) => decided('permission-check', page, name)),
    device: decided('device-permission', { deviceType: 'usb' }),
    request: decided('before-request', { url: 'https://example.com/' }),
    requestFilter: decided('before-request-filter'),
    download: prevented(session.defaultSession, 'will-download'),
    windowOpen: places.map((url) => decided('window-open', { url })),
    webview: prevented(page, 'will-attach-webview'),
    redirect: prevented(page, 'will-redirect', { url: 'app://steward/' }),
    navigation: Object.fromEntries(
      places.map((url) => [url, prevented(page, 'will-frame-navigate', { url, isMainFrame: true })]),
    ),
    subframe: prevented(page, 'will-frame-navigate', { url: 'app://steward/', isMainFrame: false }),
  }
}
