import type * as Electron from 'electron'
import { forTests } from '../electron/for-tests.ts'
import type { Session } from '../electron/session.ts'
import type { WebContents } from '../electron/web-contents.ts'

// Requests of a page, as Electron passes them to the program's handlers; each returns the handler's decision.

type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1]

const details = { isMainFrame: true, requestingUrl: 'app://steward/' }

/** The page requests a permission. */
export function pageAsks(session: Session, page: WebContents, name: Permission): boolean | undefined {
  let granted: boolean | undefined
  session[forTests].permissionRequest?.(page, name, (decision) => (granted = decision), details)
  return granted
}

/** Chromium checks whether the page has a permission. */
export const pageChecks = (session: Session, page: WebContents, name: Permission) =>
  session[forTests].permissionCheck?.(page, name, 'app://steward', { ...details, mediaType: 'unknown' })

/** The page wants to use a device. */
export const deviceAsked = (session: Session) =>
  session[forTests].devicePermission?.({ deviceType: 'usb', origin: 'app://steward', device: usbDevice })

const usbDevice = {
  configurations: [],
  deviceClass: 0,
  deviceId: '1',
  deviceProtocol: 0,
  deviceSubclass: 0,
  deviceVersionMajor: 1,
  deviceVersionMinor: 0,
  deviceVersionSubminor: 0,
  productId: 1,
  usbVersionMajor: 2,
  usbVersionMinor: 0,
  usbVersionSubminor: 0,
  vendorId: 1,
}

/** The page requests an address. */
export function pageRequests(session: Session, url: string): unknown {
  let decision: unknown
  const request = {
    id: 1,
    url,
    method: 'GET',
    resourceType: 'xhr' as const,
    referrer: '',
    timestamp: 0,
    uploadData: [],
  }
  session.webRequest[forTests].beforeRequest?.listener?.(request, (response) => (decision = response))
  return decision
}

/** The page opens a window. */
export const pageOpens = (page: WebContents, url: string) =>
  page[forTests].windowOpen?.({
    url,
    disposition: 'new-window',
    features: '',
    frameName: '',
    referrer: { policy: 'no-referrer', url: '' },
  })
