import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import {
  app,
  type BrowserWindow,
  CancellableEvent,
  Frame,
  ipcMain,
  type MenuEntry,
  session,
  told,
  WebContents,
} from './electron.ts'
import type { Client } from './ipc-transports.ts'

// Boots a built main process under the double of `electron`, tries everything a hostile page could, and prints what came
// of it as one line of JSON: node tests/doubles/desktop-process.ts out/main/main.js FOLDER

const [entry = '', userDataDir = ''] = process.argv.slice(2)
process.argv = [process.argv[0] ?? '', '.', '--no-sandbox', '--user-data-dir', userDataDir]

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron($|\/)/.test(specifier)
      ? next(new URL('./electron.ts', import.meta.url).href, context)
      : next(specifier, context),
})

const loaded = new Promise<BrowserWindow>((resolve) => {
  const look = setInterval(() => {
    const window = told.windows[0]
    if (window?.acts.some((act) => act.startsWith('load'))) {
      clearInterval(look)
      resolve(window)
    }
  }, 5)
})
await import(pathToFileURL(entry).href)
const window = await loaded
const main = window.webContents

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

async function ask(url: string, method = 'GET') {
  const answer = await told.scheme.get('app')?.({ url, method })
  return { status: answer?.status, headers: Object.fromEntries(answer?.headers ?? []) }
}

function prevented(emitter: { emit(name: string, event: unknown): boolean }, name: string, details: object = {}) {
  const event = Object.assign(new CancellableEvent(), details)
  emitter.emit(name, event)
  return event.defaultPrevented
}

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

/** What a handler decided, whether it returns its answer or hands it to a callback. */
function decided(name: string, ...args: unknown[]): unknown {
  let decision: unknown
  const returned = told.handlers.get(name)?.(...([...args, (answer: unknown) => (decision = answer)] as never[]))
  return returned === undefined ? decision : returned
}

const asks = (sender: WebContents, senderFrame: Frame | null) => {
  const before = senderFrame?.posted.length ?? 0
  const all = main.mainFrame.posted.length
  ipcMain.emit('steward:connect', { sender, senderFrame })
  return (senderFrame?.posted.length ?? 0) > before || main.mainFrame.posted.length > all
}

const looksRight = (url: string, origin: string) => {
  Object.assign(main.mainFrame, { url, origin })
  return asks(main, main.mainFrame)
}

const strangers = {
  'no frame': asks(main, null),
  'a child frame': asks(main, new Frame('app://steward/', 'app://steward', main.mainFrame)),
  'another main frame': asks(main, new Frame('app://steward/', 'app://steward')),
  'another window': asks(new WebContents(), main.mainFrame),
  'about:blank': looksRight('about:blank', 'null'),
  'about:blank of this origin': looksRight('about:blank', 'app://steward'),
  'an empty address': looksRight('', ''),
  'an empty address of this origin': looksRight('', 'app://steward'),
  'another host': looksRight('app://evil/', 'app://evil'),
  'a longer host': looksRight('app://steward.evil/', 'app://steward.evil'),
  'another scheme': looksRight('https://steward/', 'https://steward'),
  'a file': looksRight('file:///steward', 'file://'),
  'an opaque origin': looksRight('app://steward/', 'null'),
  capitals: looksRight('app://steward/', 'APP://STEWARD'),
  'a slash more': looksRight('app://steward/', 'app://steward/'),
}

Object.assign(main.mainFrame, { url: 'app://steward/households', origin: 'app://steward' })
const asksAfter = (navigation: object) => {
  main.emit('did-start-navigation', navigation)
  return asks(main, main.mainFrame)
}
const handedOver = {
  first: asks(main, main.mainFrame),
  again: asks(main, main.mainFrame),
  afterNavigationInside: asksAfter({ isMainFrame: true, isSameDocument: true }),
  afterNavigationOfFrame: asksAfter({ isMainFrame: false, isSameDocument: false }),
  afterReload: asksAfter({ isMainFrame: true, isSameDocument: false }),
}

function clientOf(port: MessagePort | undefined): Client {
  if (port === undefined) throw new Error('No port was handed over.')
  return createORPCClient<Client>(
    new RPCLink({
      port: {
        on: (event: string, listener: (event?: { data: unknown }) => void) =>
          void port.on(event, (data: unknown) => listener({ data })),
        postMessage: (data: unknown) => port.postMessage(data),
      },
    }),
  )
}
const [oldPort, newPort] = main.mainFrame.posted.map(({ ports }) => ports[0])
const oldEnded = new Promise<string>((resolve) => oldPort?.once('close', () => resolve('ended')))
const client = clientOf(newPort)
const info = await client.app.info({})
const preferences = await client.app.setPreferences({ theme: 'dark' })
const refused = await client.connections.open({ connectionId: '0'.repeat(32) }).catch((failure) => failure.data)

/** Names a file as a preload does. */
const nameFile = async (sender: WebContents, senderFrame: Frame | null, ...args: unknown[]): Promise<unknown> =>
  told.handlers.get('steward:file')?.(...([{ sender, senderFrame }, ...args] as never[]))

/** A tenant whose service is not there: enough for its tray. */
const { id: connectionId } = await client.connections.add({
  name: 'Firm',
  base_url: 'https://127.0.0.1:9',
  auth_url: 'https://127.0.0.1:9',
  client_id: 'id',
  client_secret: 'secret',
  redirect_uri: '',
  flow: 'client_credentials',
  user: '',
  pkce: true,
  ca_certificate: '',
})

/** What becomes of files that are named with a ticket, by the right page and by others. */
async function nameFiles() {
  const path = join(userDataDir, 'Will.txt')
  writeFileSync(path, 'my will')
  symlinkSync(path, join(userDataDir, 'link.txt'))
  mkdirSync(join(userDataDir, 'folder.txt'))
  const { rows } = await client.intake.announce({
    connectionId,
    owner: { household_id: 'household_1', entity_id: null, individual_id: null },
    files: ['Will.txt', 'link.txt', 'folder.txt'].map((name) => ({ name, folder: '', size: 7 })),
  })
  const [ticket, ofLink, ofFolder] = rows.map((row) => row.ticket)
  const own = main.mainFrame
  const away = async (url: string, origin: string) => {
    const before = { url: own.url, origin: own.origin }
    Object.assign(own, { url, origin })
    const taken = await nameFile(main, own, ticket, path)
    Object.assign(own, before)
    return taken
  }
  const strangers = {
    'no frame': await nameFile(main, null, ticket, path),
    'a child frame': await nameFile(main, new Frame('app://steward/', 'app://steward', own), ticket, path),
    'another main frame': await nameFile(main, new Frame('app://steward/', 'app://steward'), ticket, path),
    'another window': await nameFile(new WebContents(), own, ticket, path),
    'about:blank': await away('about:blank', 'null'),
    'another host': await away('app://evil/', 'app://evil'),
    'another scheme': await away('https://steward/', 'https://steward'),
    'an opaque origin': await away('app://steward/', 'null'),
  }
  const nonsense = [
    await nameFile(main, own),
    await nameFile(main, own, 'A'.repeat(43), path),
    await nameFile(main, own, [ticket], path),
    await nameFile(main, own, ticket, ''),
    await nameFile(main, own, ticket, [path]),
    await nameFile(main, own, ticket, `${path}\0.txt`),
    await nameFile(main, own, ticket, 'x'.repeat(40_000)),
  ]
  const file = await nameFile(main, own, ticket, path)
  const again = await nameFile(main, own, ticket, path)
  const link = await nameFile(main, own, ofLink, join(userDataDir, 'link.txt'))
  const folder = await nameFile(main, own, ofFolder, join(userDataDir, 'folder.txt'))
  const tray = await client.intake.list({ connectionId })
  const told = tray.rows.map(({ file_name: name, state, issue }) => [name, state, issue?.message ?? null])
  return { strangers, nonsense, taken: { file, again, link, folder, rows: told } }
}
const files = await nameFiles()

window.acts.length = 0
await new Promise((resolve) => connect(join(userDataDir, 'instance.sock')).on('close', resolve).on('error', resolve))
await new Promise(setImmediate)
const shownAgain = [...window.acts]

const { address } = await client.app.openWindow({ path: '/connect' })
const other = told.windows[1]?.webContents
if (other) ipcMain.emit('steward:connect', { sender: other, senderFrame: other.mainFrame })
const secondWindow = {
  address,
  acts: told.windows[1]?.acts,
  ports: other?.mainFrame.posted.length,
  sameOptions: JSON.stringify(told.windows[1]?.options) === JSON.stringify(window.options),
}

/** The events that a window is told of, as far as they are commands. */
async function commandsOf(of: Client, count: number, choose: () => void): Promise<string[]> {
  const stop = new AbortController()
  const heard: string[] = []
  const events = await of.events.subscribe({}, { signal: stop.signal })
  const first = events.next()
  // An event that every window is told of says that each of them listens.
  await of.app.setPreferences({ theme: 'light' })
  await first
  choose()
  await of.app.setPreferences({ theme: 'dark' })
  for await (const event of events) {
    if (event.type === 'command') heard.push(event.id)
    if (event.type === 'preferences-changed' || heard.length > count) break
  }
  stop.abort()
  return heard
}

const entries = (menu: MenuEntry[] = []): MenuEntry[] => menu.flatMap((entry) => [entry, ...entries(entry.submenu)])
const choose = (id: string) =>
  entries(told.menus[0])
    .find((entry) => entry.id === id)
    ?.click?.()
const otherClient = clientOf(other?.mainFrame.posted[0]?.ports[0])
// The double's focused window is the one that was opened last.
const commands = {
  inFocusedWindow: await commandsOf(otherClient, 2, () => ['go.households', 'list.export-csv'].forEach(choose)),
  inOtherWindow: await commandsOf(client, 0, () => choose('go.households')),
}

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

const exited = new Promise((resolve) => app.once('test-exit', resolve))
const report = {
  windowOptions: window.options,
  secondWindow,
  privileged: told.privileged,
  paths: told.paths,
  answers: Object.fromEntries(await Promise.all(addresses.map(async (url) => [url, await ask(url)]))),
  post: (await ask('app://steward/', 'POST')).status,
  permissions: permissions.map((name) => decided('permission-request', main, name)),
  checks: permissions.map((name) => decided('permission-check', main, name)),
  device: decided('device-permission', { deviceType: 'usb' }),
  request: decided('before-request', { url: 'https://example.com/' }),
  requestFilter: decided('before-request-filter'),
  download: prevented(session.defaultSession, 'will-download'),
  windowOpen: places.map((url) => decided('window-open', { url })),
  webview: prevented(main, 'will-attach-webview'),
  redirect: prevented(main, 'will-redirect', { url: 'app://steward/' }),
  navigation: Object.fromEntries(
    places.map((url) => [url, prevented(main, 'will-frame-navigate', { url, isMainFrame: true })]),
  ),
  subframe: prevented(main, 'will-frame-navigate', { url: 'app://steward/', isMainFrame: false }),
  strangers,
  handedOver,
  files,
  oldPort: await oldEnded,
  info,
  preferences,
  refused,
  shownAgain,
  menus: told.menus.length,
  commands,
}
app.emit('window-all-closed')
await exited
console.log(`REPORT ${JSON.stringify({ ...report, exitCodes: told.exitCodes })}`)
process.exit(0)
