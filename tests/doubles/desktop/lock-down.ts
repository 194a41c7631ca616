import { calls } from '../electron/calls.ts'
import { DownloadItem } from '../electron/download-item.ts'
import { forTests } from '../electron/for-tests.ts'
import { session } from '../electron/session.ts'
import type { WebContents } from '../electron/web-contents.ts'
import { prevented, type Scenario, withDetails } from './desk.ts'
import { deviceAsked, pageAsks, pageChecks, pageOpens, pageRequests } from './page-acts.ts'

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
  'app://user@steward/',
  'https://example.com/',
  'file:///etc/passwd',
  'about:blank',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
]

/** Links to e-mail addresses, the last of which would attach a file. */
const drafts = [
  'mailto:ada@example.com',
  'mailto:?subject=Two%20words&body=a%0D%0Ab%20%26%20c',
  'mailto:ada@example.com?attach=/etc/passwd&cc=eve@example.com&subject=Will',
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
] as const

/** Answers as the network does: a request that Electron cannot make does not reach the handler. */
async function ask(url: string, method = 'GET') {
  const handler = session.defaultSession.protocol[forTests].handlers.get('app')
  const request = () => new Request(url, { method })
  const answer = await Promise.resolve()
    .then(request)
    .then((made) => handler?.(made))
    .catch(() => null)
  if (!answer) return { status: 'not asked', headers: {} }
  return { status: answer.status, headers: Object.fromEntries(answer.headers) }
}

const goesTo = (page: WebContents, url: string, isMainFrame = true) =>
  prevented((event) =>
    page.emit(
      'will-frame-navigate',
      withDetails(event, { url, isMainFrame, isSameDocument: false, frame: page.mainFrame }),
    ),
  )

function redirected(page: WebContents, url: string): boolean {
  const details = { url, isMainFrame: true, isSameDocument: false, frame: page.mainFrame }
  return prevented((event) => page.emit('will-redirect', withDetails(event, details), url, false, true, 1, 1))
}

export const run: Scenario = async ({ window }) => {
  const page = window.webContents
  const own = session.defaultSession
  return {
    windowOptions: window[forTests].options,
    privileged: calls.privileged,
    paths: calls.paths,
    crashReporting: calls.crashReporting,
    tooLate: calls.tooLate,
    answers: Object.fromEntries(await Promise.all(addresses.map(async (url) => [url, await ask(url)]))),
    post: (await ask('app://steward/', 'POST')).status,
    permissions: permissions.map((name) => pageAsks(own, page, name)),
    checks: permissions.map((name) => pageChecks(own, page, name)),
    device: deviceAsked(own),
    request: pageRequests(own, 'https://example.com/'),
    requestFilter: own.webRequest[forTests].beforeRequest?.filter,
    download: prevented((event) => own.emit('will-download', event, new DownloadItem(), page, page.mainFrame)),
    windowOpen: places.map((url) => pageOpens(page, url)),
    webview: prevented((event) => page.emit('will-attach-webview', event, {}, { src: 'app://steward/' })),
    redirect: redirected(page, 'app://steward/'),
    navigation: Object.fromEntries(places.map((url) => [url, goesTo(page, url)])),
    subframe: goesTo(page, 'app://steward/', false),
    mails: drafts.map((url) => goesTo(page, url)),
    mailInFrame: goesTo(page, 'mailto:frame@example.com', false),
    opened: calls.opened,
  }
}
