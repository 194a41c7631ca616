import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lock } from '../../../tests/e2e/pages/lock.ts'
import { must, type Running, type Step } from '../step.ts'
import { openHousehold } from './handing.ts'
import { until } from './until.ts'

/** Chooses an item of the application's menu; false if it is missing or disabled. */
export const chooseItem = ({ main }: Running, wanted: { id?: string; role?: string }): Promise<boolean> =>
  main(({ Menu, BrowserWindow }, { id, role }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.focus()
    const all = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
      (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu)])
    const matches = (item: Electron.MenuItem) =>
      id === undefined ? String(item.role).toLowerCase() === role : item.id === id
    const item = all(Menu.getApplicationMenu()).find(matches)
    if (item === undefined || !item.enabled || window === undefined) return false
    item.click(undefined, window, window.webContents)
    return true
  }, wanted)

/** The clipboard's text; given a text, puts that there. */
const clipboardOf = ({ main }: Running, text: string | null = null): Promise<string> =>
  main(({ clipboard }, put) => {
    if (put !== null) clipboard.writeText(put)
    return clipboard.readText()
  }, text)

const copies: Step = {
  id: 'menu-copy',
  title: 'The menu bar’s Copy copies the selection, and “Copy a link to this record” a link',
  line: 'menus',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const { name, id } = await openHousehold(steward)
    const before = await clipboardOf(steward)
    try {
      await clipboardOf(steward, 'before')
      await steward.page.getByRole('heading', { level: 1, name }).evaluate((title) => {
        getSelection()?.selectAllChildren(title)
      })
      must(await chooseItem(steward, { role: 'copy' }), 'The menu has no Copy.')
      await until(async () => (await clipboardOf(steward)).includes(name), 'Copy did not copy the selection.')
      await until(() => chooseItem(steward, { id: 'record.copy-link' }), 'The menu cannot copy a link.')
      const link = `steward://household/${encodeURIComponent(id)}`
      await until(async () => (await clipboardOf(steward)) === link, 'The link was not copied.')
    } finally {
      await clipboardOf(steward, before)
    }
    return ['The clipboard had the selection, then the link']
  },
}

const pdf: Step = {
  id: 'pdf',
  title: 'The menu’s “Save as PDF” writes the screen as a PDF',
  line: 'print',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    await openHousehold(steward)
    const path = join(desk.folder, 'screen.pdf')
    await steward.main(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, path)
    await until(() => chooseItem(steward, { id: 'screen.pdf' }), 'The menu cannot save a PDF.')
    const bytes = await until(() => readWhole(path), 'No PDF was written.', 60_000)
    must(bytes.subarray(0, 5).toString() === '%PDF-', 'The file is no PDF.')
    const pages = bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    return [`${bytes.length} bytes, ${pages} pages`]
  },
}

/** The PDF once its end is written. */
function readWhole(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path)
    return bytes.subarray(-32).includes('%%EOF') || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) ? bytes : null
  } catch {
    return null
  }
}

const locks: Step = {
  id: 'lock-events',
  title: 'Steward locks when the system says that its screen is locked, and when it says that it goes to sleep',
  line: 'lock',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    for (const event of ['lock-screen', 'suspend'] as const) {
      await steward.main(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
      await lock(steward.page).title.waitFor()
      if (event === 'suspend') await desk.picture('locked', steward)
      await steward.main(({ powerMonitor }, name) => void powerMonitor.emit(name), 'resume')
      await lock(steward.page).unlock.click()
      await lock(steward.page).title.waitFor({ state: 'hidden' })
    }
    return [
      'The events lock-screen and suspend were emitted in the main process; that the system emits them is another line',
    ]
  },
}

/** Commands that lock a screen and unlock it, for systems where that works unattended. */
const screenLocks: Partial<Record<NodeJS.Platform, { lock: string[]; unlock: string[] | null }>> = {
  linux: { lock: ['xset', 's', 'activate'], unlock: ['xset', 's', 'reset'] },
  win32: { lock: ['rundll32.exe', 'user32.dll,LockWorkStation'], unlock: null },
}

const screenLocked: Step = {
  id: 'screen-locked',
  title: 'Steward locks when the screen of this computer is locked',
  line: 'screen-locked',
  systems: ['linux', 'win32'],
  limitMs: 420_000,
  missing: ({ mayDisturb }) =>
    mayDisturb ? null : 'It locks the screen of this computer: pass --disturb to allow it.',
  async run(desk) {
    const commands = screenLocks[desk.computer.platform]
    must(commands !== undefined, 'There is no command that locks the screen of this system.')
    const steward = await desk.demo()
    const [command = '', ...args] = commands.lock
    const { code, output } = await desk.run(command, args)
    must(code === 0, `${command} ended with ${code}: ${output.slice(0, 200)}`)
    try {
      await lock(steward.page).title.waitFor({ timeout: 60_000 })
    } finally {
      const [undo, ...rest] = commands.unlock ?? []
      if (undo !== undefined) await desk.run(undo, rest)
    }
    return [`${commands.lock.join(' ')} locked Steward`]
  },
}

export const commandSteps = [copies, pdf, locks]
/** Comes last: it may leave the computer's screen locked. */
export const lastCommandSteps = [screenLocked]
