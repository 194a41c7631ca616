import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, vi } from 'vitest'
import { readyElectron } from './support/fresh-electron.ts'

let electron: Awaited<ReturnType<typeof readyElectron>>

beforeEach(async () => {
  electron = await readyElectron()
})

it('A scheme has one handler in a session.', () => {
  const { protocol } = electron.session.defaultSession
  protocol.handle('app', () => new Response())
  expect(() => protocol.handle('app', () => new Response())).toThrow('Failed to register protocol: app')
  electron.session.fromPartition('print').protocol.handle('app', () => new Response())
})

it('A partition is one session.', () => {
  const { session } = electron
  expect(session.fromPartition('print')).toBe(session.fromPartition('print'))
  expect(session.fromPartition('print')).not.toBe(session.fromPartition('other'))
  expect(session.defaultSession).toBe(session.defaultSession)
})

it('A request filter takes only patterns of schemes that Chromium knows.', () => {
  const { webRequest } = electron.session.defaultSession
  expect(() => webRequest.onBeforeRequest({ urls: ['gopher://*/*'] }, null)).toThrow('Invalid url pattern')
  webRequest.onBeforeRequest({ urls: ['http://*/*', 'wss://*/*', 'file://*/*'] }, null)
})

it('A message box that a signal closes answers as if it was cancelled.', async () => {
  electron.user.hesitates = true
  const stop = new AbortController()
  const answer = electron.dialog.showMessageBox({ message: 'Wait?', cancelId: 1, signal: stop.signal })
  stop.abort()
  await expect(answer).resolves.toEqual({ response: 1, checkboxChecked: false })
})

it('A cancelled save dialog has an empty path.', async () => {
  const window = new electron.BrowserWindow()
  const result = await electron.dialog.showSaveDialog(window, { defaultPath: '/a.csv' })
  expect(result).toEqual({ canceled: true, filePath: '' })
})

it('A menu has entries of its own, not those of its template, and no extra separators.', () => {
  const separator = { type: 'separator' as const }
  const template = [
    separator,
    { id: 'go', label: 'Go' },
    separator,
    separator,
    { label: 'More', submenu: [] },
    separator,
  ]
  const menu = electron.Menu.buildFromTemplate(template)
  expect(menu.items.map(({ type }) => type)).toEqual(['normal', 'separator', 'submenu'])
  const item = menu.getMenuItemById('go')
  if (item !== null) item.enabled = false
  expect(template[1]).toEqual({ id: 'go', label: 'Go' })
})

it('A menu entry needs a label, a role or the type of a separator.', () => {
  expect(() => electron.Menu.buildFromTemplate([{ id: 'go' }])).toThrow('must have at least one of label, role or type')
})

it('A disabled entry cannot be chosen.', () => {
  const click = vi.fn()
  const menu = electron.Menu.buildFromTemplate([{ id: 'go', label: 'Go', enabled: false, click }])
  const item = menu.getMenuItemById('go')
  item?.click()
  expect(click).not.toHaveBeenCalled()
  if (item !== null) item.enabled = true
  item?.click()
  expect(click).toHaveBeenCalledOnce()
})

it('A menu opens only over a window.', () => {
  const menu = electron.Menu.buildFromTemplate([{ label: 'Go' }])
  expect(() => menu.popup()).toThrow('Cannot open Menu without a BaseWindow present')
  new electron.BrowserWindow()
  menu.popup()
  expect(electron.calls.popups).toEqual([menu])
})

it('A service has no input, and its streams and its number end with it.', async () => {
  const { utilityProcess } = electron
  expect(() => utilityProcess.fork('x', [], { stdio: ['pipe', 'pipe', 'pipe'] })).toThrow(
    'stdin value other than ignore',
  )
  expect(() => utilityProcess.fork('x', [], { stdio: ['ignore'] })).toThrow('configuration missing')
  const script = fileURLToPath(new URL('./support/service.mjs', import.meta.url))
  const service = utilityProcess.fork(script, [], { stdio: ['ignore', 'pipe', 'pipe'] })
  expect([typeof service.pid, service.stdout === null, service.stderr === null]).toEqual(['number', false, false])
  await once(service, 'exit')
  expect([service.pid, service.stdout, service.stderr, service.kill()]).toEqual([undefined, null, null, false])
})
