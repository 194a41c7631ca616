import { beforeEach, expect, it, vi } from 'vitest'
import { later, readyElectron } from './support/fresh-electron.ts'

let electron: Awaited<ReturnType<typeof readyElectron>>

beforeEach(async () => {
  electron = await readyElectron()
})

/** The members of an object's class that throw, read or called without arguments. */
function throwing(of: object): string[] {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(of)))
  return members
    .filter(([name]) => name !== 'constructor')
    .filter(([, { get, value }]) => {
      try {
        ;(get ?? value).call(of)
        return false
      } catch (problem) {
        return String(problem) === 'TypeError: Object has been destroyed'
      }
    })
    .map(([name]) => name)
}

it('Every member of a destroyed window throws, except `isDestroyed`.', () => {
  const window = new electron.BrowserWindow()
  window.destroy()
  expect(throwing(window)).toEqual(
    expect.arrayContaining(['webContents', 'loadURL', 'show', 'getNormalBounds', 'destroy']),
  )
  expect(throwing(window)).not.toContain('isDestroyed')
  expect(Object.getOwnPropertyNames(electron.BrowserWindow.prototype).length - throwing(window).length).toBe(2)
  expect(electron.BrowserWindow.getAllWindows()).toEqual([])
})

it('Every member of a destroyed page throws, except `isDestroyed`.', () => {
  const window = new electron.BrowserWindow()
  const page = window.webContents
  window.destroy()
  expect(page.isDestroyed()).toBe(true)
  expect(throwing(page)).toEqual(expect.arrayContaining(['mainFrame', 'loadURL', 'reload', 'print', 'startDrag']))
})

it('When `closed` is emitted, the window is destroyed already.', () => {
  const window = new electron.BrowserWindow()
  const found: boolean[] = []
  window.on('closed', () => found.push(window.isDestroyed()))
  window.destroy()
  expect(found).toEqual([true])
})

it('A frame throws once its page is destroyed.', () => {
  const window = new electron.BrowserWindow()
  const { mainFrame } = window.webContents
  window.destroy()
  const message = 'Render frame was disposed before WebFrameMain could be accessed'
  for (const read of [() => mainFrame.url, () => mainFrame.origin, () => mainFrame.parent])
    expect(read).toThrow(message)
  expect(() => mainFrame.postMessage('channel', null)).toThrow(message)
})

it('A page that is destroyed while it loads fails with `ERR_FAILED`.', async () => {
  electron.machine.pagesLoad = false
  const window = new electron.BrowserWindow()
  const loading = window.loadURL('app://steward/')
  await later()
  window.destroy()
  await expect(loading).rejects.toMatchObject({ code: 'ERR_FAILED', errno: -2 })
})

it('A page that begins another load fails the first one with `ERR_ABORTED`.', async () => {
  const window = new electron.BrowserWindow()
  const first = window.loadURL('app://steward/')
  const second = window.loadURL('app://steward/connect')
  await expect(first).rejects.toMatchObject({ code: 'ERR_ABORTED', errno: -3 })
  await second
  expect(window.webContents.mainFrame.url).toBe('app://steward/connect')
})

it('A load and a reload begin with `did-start-navigation`, later than the call.', async () => {
  const window = new electron.BrowserWindow()
  const begun = vi.fn()
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument, url }) =>
    begun(isMainFrame, isSameDocument, url),
  )
  const loading = window.loadURL('app://steward/')
  expect(begun).not.toHaveBeenCalled()
  await loading
  window.webContents.reload()
  expect(begun).toHaveBeenCalledTimes(1)
  await later()
  expect(begun.mock.calls).toEqual([
    [true, false, 'app://steward/'],
    [true, false, 'app://steward/'],
  ])
})

it('`ready-to-show` comes once, with the first page.', async () => {
  const window = new electron.BrowserWindow({ show: false })
  const shown = vi.fn()
  window.on('ready-to-show', shown)
  expect(shown).not.toHaveBeenCalled()
  await window.loadURL('app://steward/')
  await window.loadURL('app://steward/connect')
  expect(shown).toHaveBeenCalledOnce()
})

it('A page that crashes is reported to the page and to the program, later.', async () => {
  const heard: string[] = []
  const window = new electron.BrowserWindow()
  electron.app.on('render-process-gone', (_event, page, { reason }) =>
    heard.push(`app ${reason} ${page === window.webContents}`),
  )
  window.webContents.on('render-process-gone', (_event, { reason }) => heard.push(`page ${reason}`))
  window.webContents.forcefullyCrashRenderer()
  expect(heard).toEqual([])
  await later()
  expect(heard).toEqual(['app killed true', 'page killed'])
})

it('One window has focus, and another program may take it.', () => {
  const heard: number[] = []
  electron.app.on('browser-window-focus', (_event, window) => heard.push(electron.calls.windows.indexOf(window)))
  electron.app.on('browser-window-blur', (_event, window) => heard.push(-electron.calls.windows.indexOf(window)))
  const first = new electron.BrowserWindow()
  const hidden = new electron.BrowserWindow({ show: false })
  expect(electron.BrowserWindow.getFocusedWindow()).toBe(first)
  hidden.show()
  first.focus()
  expect(heard).toEqual([0, -0, 1, -1, 0])
  electron.focusElsewhere()
  expect(electron.BrowserWindow.getFocusedWindow()).toBeNull()
})

it('A drag needs a picture.', () => {
  const { webContents } = new electron.BrowserWindow()
  const drag = (icon: InstanceType<typeof electron.NativeImage>) => webContents.startDrag({ file: '/will.pdf', icon })
  expect(() => drag(new electron.NativeImage())).toThrow("Must specify non-empty 'icon' option")
  drag(electron.nativeImage.createFromBitmap(Buffer.alloc(16), { width: 2, height: 2 }))
  expect(electron.calls.drags.map(({ file }) => file)).toEqual(['/will.pdf'])
})

it('A bitmap has four bytes for each pixel.', () => {
  const size = { width: 2, height: 2 }
  expect(() => electron.nativeImage.createFromBitmap(Buffer.alloc(15), size)).toThrow('invalid buffer size')
})

it('Printing reports its end later, with a reason for a failure.', async () => {
  electron.user.printing = 'Print job canceled'
  const done = vi.fn()
  new electron.BrowserWindow().webContents.print({}, done)
  expect(done).not.toHaveBeenCalled()
  await later()
  expect(done).toHaveBeenCalledExactlyOnceWith(false, 'Print job canceled')
})
