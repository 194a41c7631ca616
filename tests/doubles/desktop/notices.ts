import { createBadge, createNotify, nameForNotices } from '../../../electron/hosts/desktop/notify.ts'
import { BrowserWindow, told } from '../electron.ts'
import type { Scenario } from './desk.ts'

// System notifications, only while no window has focus; the badge on the icon, and on Windows a dot over it.

function modelIdsOn(platform: NodeJS.Platform): string[] {
  const before = told.modelIds.length
  nameForNotices(platform)
  return told.modelIds.slice(before)
}

export const run: Scenario = async ({ window }) => {
  const clicked: string[] = []
  const named = { atStart: [...told.modelIds], onMac: modelIdsOn('darwin'), onWindows: modelIdsOn('win32') }
  const notify = createNotify((path) => clicked.push(path))
  const notice = { title: 'Steward', body: 'A change needs your decision.', path: '/c/x/outbox' }
  notify(notice)
  const whileInFront = told.notices.length
  BrowserWindow.focused = null
  notify(notice)
  told.notices[0]?.emit('click')

  createBadge('darwin')(3)
  window.acts.length = 0
  const overlay = createBadge('win32')
  overlay(2)
  const later = new BrowserWindow({})
  overlay(1)
  overlay(0)
  const acts = [window.acts, later.acts]
  later.close()
  const shown = told.notices.map(({ options }) => options)
  return { named, whileInFront, shown, clicked, badges: told.badges, acts }
}
