import { app, type Session, type WebContents } from 'electron'
import { isAppAddress } from './app-address.ts'

/** No permission, no device, no download, no network: pages get everything they need through their port. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  const elsewhere = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] }
  session.webRequest.onBeforeRequest(elsewhere, (_details, decide) => decide({ cancel: true }))
}

/** Confines every page to Steward: no navigation away, no pop-up, no webview. */
export function lockDownContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isAppAddress(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
  })
}
