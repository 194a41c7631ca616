import { beforeEach, expect, it } from 'vitest'
import { forTests } from '../../doubles/electron/for-tests.ts'
import { later, readyElectron } from './support/fresh-electron.ts'

let electron: Awaited<ReturnType<typeof readyElectron>>
let heard: string[]

beforeEach(async () => {
  electron = await readyElectron()
  heard = []
  const { app } = electron
  app.on('before-quit', () => heard.push('before-quit'))
  app.on('will-quit', () => heard.push('will-quit'))
  app.on('quit', (_event, code) => heard.push(`quit ${code}`))
  app.on('window-all-closed', () => heard.push('window-all-closed'))
  app.on('browser-window-created', (_event, window) => {
    window.on('close', () => heard.push('close'))
    window.on('closed', () => heard.push('closed'))
  })
})

it('Quitting emits `before-quit`, closes every window, and then emits `will-quit` and `quit`.', async () => {
  new electron.BrowserWindow()
  new electron.BrowserWindow()
  electron.app.quit()
  await electron.app[forTests].exited
  expect(heard).toEqual(['before-quit', 'close', 'close', 'closed', 'closed', 'will-quit', 'quit 0'])
})

it('A prevented `before-quit` leaves every window open, and quitting may be tried again.', async () => {
  new electron.BrowserWindow()
  electron.app.once('before-quit', (event) => event.preventDefault())
  electron.app.quit()
  await later()
  expect(heard).toEqual(['before-quit'])
  electron.app.quit()
  await electron.app[forTests].exited
  expect(heard).toEqual(['before-quit', 'before-quit', 'close', 'closed', 'will-quit', 'quit 0'])
})

it('A window that does not close ends the quitting.', async () => {
  const window = new electron.BrowserWindow()
  window.once('close', (event) => event.preventDefault())
  electron.app.quit()
  await later()
  expect(window.isDestroyed()).toBe(false)
  window.close()
  await later()
  expect(heard.slice(-2)).toEqual(['closed', 'window-all-closed'])
})

it('A prevented `will-quit` keeps the program.', async () => {
  electron.app.once('will-quit', (event) => event.preventDefault())
  electron.app.quit()
  await later()
  expect(heard).toEqual(['before-quit', 'will-quit'])
})

it('Exiting destroys windows without asking, and emits only `closed` and `quit`.', async () => {
  new electron.BrowserWindow()
  electron.app.exit(3)
  await electron.app[forTests].exited
  expect(heard).toEqual(['closed', 'quit 3'])
})

it('`window-all-closed` comes after the last window, closed or destroyed, hidden ones included.', async () => {
  const shown = new electron.BrowserWindow()
  const hidden = new electron.BrowserWindow({ show: false })
  shown.close()
  await later()
  expect(heard).toEqual(['close', 'closed'])
  hidden.destroy()
  expect(heard).toEqual(['close', 'closed', 'closed', 'window-all-closed'])
})

it('Without a listener for `window-all-closed`, the program quits.', async () => {
  electron.app.removeAllListeners('window-all-closed')
  new electron.BrowserWindow().destroy()
  await electron.app[forTests].exited
  expect(heard).toEqual(['closed', 'before-quit', 'will-quit', 'quit 0'])
})

it('A window closes later than it is asked to.', async () => {
  const window = new electron.BrowserWindow()
  window.close()
  expect([window.isDestroyed(), heard]).toEqual([false, ['close']])
  await later()
  expect(window.isDestroyed()).toBe(true)
})

it('A system that shuts down waits only if the event is prevented.', () => {
  const { powerMonitor } = electron
  expect(powerMonitor[forTests].shutDown()).toBe(false)
  const takesEvent: { on(name: 'shutdown', listener: (event?: { preventDefault(): void }) => void): unknown } =
    powerMonitor
  takesEvent.on('shutdown', (event) => event?.preventDefault())
  expect(powerMonitor[forTests].shutDown()).toBe(true)
})
