import { app, BrowserWindow, type NativeImage, Notification, nativeImage } from 'electron'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Shell } from '../../platform/host.ts'
import { bundleId } from '../../policy/policy-places.ts'
import { dotSize, drawDot } from './drawn-icons.ts'

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

/**
 * Shows the number of changes that need a decision: as a number on the app's icon, or on Windows as a dot over it with a
 * description for screen readers.
 */
export function createBadge(platform: NodeJS.Platform = process.platform): NonNullable<Shell['badge']> {
  if (platform !== 'win32') return (count) => void app.setBadgeCount(count)
  let dot: NativeImage | null = null
  let latest = 0
  const show = (window: BrowserWindow) => {
    if (latest === 0) return window.setOverlayIcon(null, '')
    dot ??= nativeImage.createFromBitmap(drawDot(), { width: dotSize, height: dotSize })
    window.setOverlayIcon(dot, latest === 1 ? '1 change needs you' : `${formatCount(latest)} changes need you`)
  }
  app.on('browser-window-created', (_event, window) => {
    if (latest > 0) show(window)
  })
  return (count) => {
    latest = count
    for (const window of BrowserWindow.getAllWindows()) show(window)
  }
}
