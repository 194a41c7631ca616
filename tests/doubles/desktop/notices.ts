import { createBadge, createNotify, nameForNotices } from '../../../electron/hosts/desktop/notify.ts'
import { BrowserWindow, focusElsewhere } from '../electron/browser-window.ts'
import { calls } from '../electron/calls.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import { forTests } from '../electron/for-tests.ts'
import { actsOf, type Scenario } from './desk.ts'

// System notifications, only while no window has focus; the badge on the icon, and on Windows a dot over it.

function modelIdsOn(platform: NodeJS.Platform): string[] {
  const before = calls.modelIds.length
  nameForNotices(platform)
  return calls.modelIds.slice(before)
}

export const run: Scenario = async ({ window }) => {
  const clicked: string[] = []
  const named = { atStart: [...calls.modelIds], onMac: modelIdsOn('darwin'), onWindows: modelIdsOn('win32') }
  const notify = createNotify((path) => clicked.push(path))
  const notice = { title: 'Steward', body: 'A change needs your decision.', path: '/c/x/outbox' }
  notify(notice)
  const whileInFront = calls.notices.length
  focusElsewhere()
  notify(notice)
  calls.notices[0]?.emit('click', new CancellableEvent())

  createBadge('darwin')(3)
  actsOf(window).length = 0
  const overlay = createBadge('win32')
  overlay(2)
  const later = new BrowserWindow({})
  overlay(1)
  overlay(0)
  const acts = [actsOf(window), actsOf(later)]
  later.close()
  const shown = calls.notices.map((one) => one[forTests].options)
  return { named, whileInFront, shown, clicked, badges: calls.badges, acts }
}
