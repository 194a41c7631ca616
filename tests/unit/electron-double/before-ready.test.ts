import { tmpdir } from 'node:os'
import { beforeEach, expect, it, vi } from 'vitest'
import { freshElectron } from './support/fresh-electron.ts'

let electron: Awaited<ReturnType<typeof freshElectron>>

beforeEach(async () => {
  electron = await freshElectron()
})

it('Sessions can be had only once Electron is ready.', () => {
  const message = 'Session can only be received when app is ready'
  expect(() => electron.session.defaultSession).toThrow(message)
  expect(() => electron.session.fromPartition('print')).toThrow(message)
  electron.becomeReady()
  expect(electron.session.defaultSession).toBe(electron.session.fromPartition(''))
})

it('Windows can be created only once Electron is ready.', () => {
  expect(() => new electron.BrowserWindow()).toThrow('Cannot create BrowserWindow before app is ready')
  expect(electron.calls.windows).toEqual([])
  electron.becomeReady()
  expect(new electron.BrowserWindow().isDestroyed()).toBe(false)
})

it('Notifications can be created only once Electron is ready.', () => {
  expect(() => new electron.Notification()).toThrow('Cannot create Notification before app is ready')
})

it('Displays can be asked for only once Electron is ready.', () => {
  const message = "The 'screen' module can't be used before the app 'ready' event"
  expect(() => electron.screen.getPrimaryDisplay()).toThrow(message)
  expect(() => electron.screen.getAllDisplays()).toThrow(message)
})

it('Dialogs open only once Electron is ready, except the error box.', async () => {
  const message = 'dialog module can only be used after app is ready'
  await expect(electron.dialog.showMessageBox({ message: 'Stay?' })).rejects.toThrow(message)
  await expect(electron.dialog.showSaveDialog({})).rejects.toThrow(message)
  const written = vi.spyOn(console, 'error').mockReturnValue()
  electron.dialog.showErrorBox('Steward', 'It could not be opened.')
  expect(written).toHaveBeenCalledWith('Steward\nIt could not be opened.')
  written.mockRestore()
})

it('Services start only once Electron is ready.', () => {
  expect(() => electron.utilityProcess.fork('service.js')).toThrow(
    'utilityProcess cannot be created before app is ready',
  )
})

it('Schemes become privileged only before Electron is ready, and only once.', () => {
  const schemes = [{ scheme: 'app' }]
  electron.protocol.registerSchemesAsPrivileged(schemes)
  expect(() => electron.protocol.registerSchemesAsPrivileged(schemes)).toThrow('only once')
  electron.becomeReady()
  expect(() => electron.protocol.registerSchemesAsPrivileged(schemes)).toThrow('before app is ready')
})

it('Paths are set to absolute, existing folders, under known names.', () => {
  expect(() => electron.app.setPath('userData', 'relative')).toThrow('Path must be absolute')
  expect(() => electron.app.setPath('userData', '/nowhere/at-all')).toThrow('Failed to set path')
  expect(() => electron.app.setPath('elsewhere', tmpdir())).toThrow('Failed to set path')
  electron.app.setPath('userData', tmpdir())
  expect(electron.app.getPath('userData')).toBe(tmpdir())
})

it('The profile and crash reports are set before Electron is ready; later it has no effect.', () => {
  electron.app.setPath('sessionData', tmpdir())
  electron.crashReporter.start({ uploadToServer: false })
  expect(electron.calls.tooLate).toEqual([])
  electron.becomeReady()
  electron.app.setPath('sessionData', tmpdir())
  electron.crashReporter.start({ uploadToServer: false })
  expect(electron.calls.tooLate).toEqual(['path of sessionData', 'reports of crashes'])
})

it('Crash reports need an address unless they are not uploaded.', () => {
  expect(() => electron.crashReporter.start({})).toThrow('submitURL must be specified')
})

it('A promise and an event each say once that Electron is ready.', async () => {
  const heard = vi.fn()
  electron.app.on('ready', heard)
  expect(electron.app.isReady()).toBe(false)
  electron.becomeReady()
  await electron.app.whenReady()
  expect(electron.app.isReady()).toBe(true)
  expect(heard).toHaveBeenCalledOnce()
})
