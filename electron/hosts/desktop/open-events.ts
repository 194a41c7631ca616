import { app } from 'electron'
import type { OpenRequest } from '../common/open-request.ts'

/**
 * Receives the links and files that macOS passes as events; elsewhere they are on the command line. Must be called before
 * Electron is ready, or events of the start are missed.
 */
export function takeOpenEvents(put: (given: OpenRequest) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault()
    put({ links: [link], files: [] })
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    put({ links: [], files: [path] })
  })
}

/**
 * Registers Steward for `steward://` links. Not on Linux, where the package does it and the call would start a program, and not
 * in a development clone, which would register Electron itself. Arguments after `--` are never parsed as switches, whatever a
 * link contains.
 */
export function claimLinks(platform: NodeJS.Platform, isPackaged: boolean): void {
  if (!isPackaged || platform === 'linux') return
  if (platform === 'win32') app.setAsDefaultProtocolClient('steward', process.execPath, ['--'])
  else app.setAsDefaultProtocolClient('steward')
}
