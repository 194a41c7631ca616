import { app } from 'electron'
import type { OpenRequest } from '../common/open-request.ts'

/**
 * Takes the links and files that a Mac hands over as events; elsewhere they stand on the command line. To be called before
 * Electron is ready, or those of the start are missed.
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
 * Has the system bring `steward://` links here. On Linux the package says so, and asking would start a program; a clone would name
 * Electron itself. What follows the two dashes is never a switch, whatever a link is made of.
 */
export function claimLinks(platform: NodeJS.Platform, isPackaged: boolean): void {
  if (!isPackaged || platform === 'linux') return
  if (platform === 'win32') app.setAsDefaultProtocolClient('steward', process.execPath, ['--'])
  else app.setAsDefaultProtocolClient('steward')
}
