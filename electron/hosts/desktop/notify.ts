import { app, BrowserWindow, Notification } from 'electron'
import type { Shell } from '../../platform/host.ts'
import { bundleId } from '../../policy/policy-places.ts'

/**
 * Windows shows notifications only of known apps: the installer's shortcut has this name. Must be called before the first window
 * opens.
 */
export function nameForNotices(platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(bundleId)
}

/**
 * Shows system notifications, but only while no window of Steward is in front: its own screens show the same.
 *
 * @param onClick - brings a window to the front, at this address of the app
 */
export function createNotify(onClick: (path: string) => void): NonNullable<Shell['notify']> {
  // A notification without a reference is garbage-collected, together with its click handler.
  const shown = new Set<Notification>()
  return ({ title, body, path }) => {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
    const notice = new Notification({ title, body })
    const forget = () => void shown.delete(notice)
    shown.add(notice)
    notice.once('click', () => {
      forget()
      onClick(path)
    })
    notice.once('close', forget)
    notice.once('failed', forget)
    notice.show()
  }
}
