import { once } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { forTests } from '../../doubles/electron/for-tests.ts'
import { later, readyElectron } from './support/fresh-electron.ts'

let electron: Awaited<ReturnType<typeof readyElectron>>

beforeEach(async () => {
  electron = await readyElectron()
})

const pageOf = ({ BrowserWindow }: typeof electron) => {
  const { webContents } = new BrowserWindow()
  return { sender: webContents, senderFrame: webContents.mainFrame }
}

it('Messages wait until their port is started.', async () => {
  const { port1, port2 } = new electron.MessageChannelMain()
  const heard: unknown[] = []
  port1.on('message', ({ data }) => heard.push(data))
  port2.postMessage('early')
  await later()
  expect(heard).toEqual([])
  const arrived = once(port1, 'message')
  port1.start()
  await arrived
  expect(heard).toEqual(['early'])
  port1.close()
})

it('A transferred port is of no more use, and cannot be transferred again.', async () => {
  const { port1, port2 } = new electron.MessageChannelMain()
  const { senderFrame } = pageOf(electron)
  senderFrame.postMessage('port', null, [port2])
  expect(() => senderFrame.postMessage('port', null, [port2])).toThrow('Port at index 0 is already neutered.')
  const heard = vi.fn()
  port1.on('message', heard)
  port1.start()
  port2.postMessage('nobody hears it')
  await later()
  expect(heard).not.toHaveBeenCalled()
  port1.close()
})

it('A closed port takes messages in silence, and its other end is told.', async () => {
  const { port1, port2 } = new electron.MessageChannelMain()
  const closed = once(port2, 'close')
  port1.close()
  await closed
  expect(() => port1.postMessage('nobody hears it')).not.toThrow()
})

it('Messages to a page are copied, and a function cannot be copied.', () => {
  const { senderFrame } = pageOf(electron)
  expect(() => senderFrame.postMessage('channel', () => {})).toThrow('could not be cloned')
})

it('A channel has one handler.', () => {
  electron.ipcMain.handle('steward:file', () => true)
  expect(() => electron.ipcMain.handle('steward:file', () => true)).toThrow(
    "Attempted to register a second handler for 'steward:file'",
  )
})

it('A call from a page and its result are copied.', async () => {
  const given = { path: '/will.pdf' }
  const result = { taken: true }
  const found: unknown[] = []
  electron.ipcMain.handle('copy', (_event, received) => {
    found.push(received)
    return result
  })
  electron.ipcMain.handle('function', () => () => {})
  const invoke = electron.ipcMain[forTests].invoke
  const answer = await invoke(pageOf(electron), 'copy', given)
  expect([found[0], answer]).toEqual([given, result])
  expect(found[0]).not.toBe(given)
  expect(answer).not.toBe(result)
  await expect(invoke(pageOf(electron), 'function')).rejects.toThrow('could not be cloned')
})

it('Only the text of an error reaches the page.', async () => {
  electron.ipcMain.handle('fails', () => {
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
  })
  const invoke = electron.ipcMain[forTests].invoke
  const problem = await invoke(pageOf(electron), 'fails').catch((error: unknown) => error)
  expect(problem).toMatchObject({ message: "Error invoking remote method 'fails': Error: no room" })
  expect(problem).not.toHaveProperty('code')
  await expect(invoke(pageOf(electron), 'unknown')).rejects.toThrow("No handler registered for 'unknown'")
})
