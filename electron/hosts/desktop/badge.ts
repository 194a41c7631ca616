import { app, BrowserWindow, type NativeImage, nativeImage } from 'electron'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Shell } from '../../platform/host.ts'
import { dotSize, drawDot } from './badge-dot.ts'

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
