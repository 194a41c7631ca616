import type { CommandId } from '../../../shared/domain/commands.ts'
import { BrowserWindow } from '../electron/browser-window.ts'
import { calls } from '../electron/calls.ts'
import { forTests } from '../electron/for-tests.ts'
import { entriesOf } from '../electron/menu.ts'
import { actsOf, connectPage, type Scenario, windowLoaded } from './desk.ts'

// The enabled menu entries while windows get focus, report their commands, reload and are locked.

/** Returns the enabled commands and the entries that are always enabled. */
const choosable = () =>
  entriesOf(calls.menus[0])
    .filter(({ id, enabled }) => id !== '' && enabled)
    .map(({ id }) => id)

export const run: Scenario = async ({ window }) => {
  const steps: Record<string, unknown> = {}
  const note = (name: string) => {
    steps[name] = choosable()
  }
  const first = connectPage(window)
  // Nothing is enabled until the lock is known to be open; a page reports its commands only after that.
  await first.lock.state({})
  note('before a screen has told')
  const offer = (commands: CommandId[]) => first.app.offer({ commands })
  await offer(['go.households', 'record.save'])
  note('once it has')
  await first.app.openWindow({ path: '/connect' })
  note('with another window in front')
  const other = calls.windows[1]
  await connectPage(other).app.offer({ commands: ['go.connections'] })
  note('once that has told')
  await offer(['record.edit'])
  note('when the one behind tells')
  window.focus()
  note('with the first in front again')
  await first.lock.lock({})
  note('while it is locked')
  await first.lock.unlock({ passphrase: null })
  note('unlocked')
  window.webContents[forTests].navigate({ isMainFrame: true, isSameDocument: false })
  note('while it reloads')
  other?.focus()
  other?.close()
  await new Promise(setImmediate)
  note('with the other one closed')
  const newWindow = entriesOf(calls.menus[0]).find(({ id }) => id === 'window.new')
  newWindow?.click()
  await windowLoaded(2)
  return {
    steps,
    opened: actsOf(calls.windows[2]),
    menuBarHides: window[forTests].options.autoHideMenuBar,
    open: BrowserWindow.getAllWindows().length,
  }
}
