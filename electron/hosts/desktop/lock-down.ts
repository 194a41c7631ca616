import {
  app,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  protocol,
  type Session,
  type WebContents,
} from 'electron'
import { type Bundle, securityHeaders } from '../common/bundle.ts'

const appScheme = 'app'
const appHost = 'steward'

/** The origin of Steward's own pages, as Chromium writes it. */
export const appOrigin = `${appScheme}://${appHost}`

/** Whether an address is one of Steward's own. Empty addresses and `about:blank` are not. */
export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
}

/** No permission, no device, no download, no network: pages get everything they need through their port. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  // Chromium no longer has FTP, and may refuse a pattern for a scheme that it does not know.
  const elsewhere = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'] }
  session.webRequest.onBeforeRequest(elsewhere, (_details, decide) => decide({ cancel: true }))
}

/**
 * Confines every page to Steward: no navigation away, no pop-up, no webview.
 *
 * @param openMail - called with the address of a `mailto:` link that the user follows
 */
export function lockDownContents(openMail: (address: string) => void): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame && isAppAddress(event.url)) return
      event.preventDefault()
      if (event.isMainFrame && event.url.startsWith('mailto:')) openMail(event.url)
    })
    contents.on('will-redirect', (event) => event.preventDefault())
  })
}

/** Makes `app://steward` a secure origin. Must be called before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves only the bundle under `app://steward`. */
export function serveAppScheme(session: Session, bundle: Bundle): void {
  session.protocol.handle(appScheme, (request) => {
    const file = isAppAddress(request.url) ? bundle.find(new URL(request.url).pathname) : undefined
    if (request.method !== 'GET') return new Response(null, { status: 405, headers: securityHeaders })
    if (file === undefined) return new Response(null, { status: 404, headers: securityHeaders })
    return new Response(file.body, { headers: { ...securityHeaders, 'content-type': file.contentType } })
  })
}

/** Whether the sender is the main frame of Steward's own window, showing one of Steward's own pages. */
export function isOwnMainFrame(
  { sender, senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow,
): boolean {
  if (senderFrame === null || senderFrame.detached || window.isDestroyed()) return false
  if (sender !== window.webContents || senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return senderFrame.origin === appOrigin && isAppAddress(senderFrame.url)
}
