import { editing, form } from '../../../tests/e2e/pages/form.ts'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { outbox } from '../../../tests/e2e/pages/outbox.ts'
import { record } from '../../../tests/e2e/pages/record.ts'
import { words } from '../../../tests/e2e/words.ts'
import { must, type Running, type Step } from '../step.ts'
import { openHousehold } from './handing.ts'
import { until } from './until.ts'

type Notice = { body: string; state: 'asked' | 'shown' | 'failed' }
type WithNotices = { stewardNotices?: Notice[] }

/** Lets the main process record its notifications, and whether the system showed them. */
const recordNotices = ({ main }: Running) =>
  main(({ Notification, BrowserWindow }) => {
    const notices: Notice[] = []
    Object.assign(globalThis, { stewardNotices: notices })
    const { show } = Notification.prototype
    Notification.prototype.show = function showAndRecord(this: Electron.Notification) {
      const notice: Notice = { body: this.body, state: 'asked' }
      notices.push(notice)
      this.once('show', () => Object.assign(notice, { state: 'shown' }))
      this.once('failed', () => Object.assign(notice, { state: 'failed' }))
      return show.call(this)
    }
    for (const window of BrowserWindow.getAllWindows()) window.blur()
    return Notification.isSupported()
  })

/** Makes a change that needs a decision: the user and a colleague edit the notes of one person. */
async function makeConflict(steward: Running): Promise<void> {
  const { page } = steward
  await openHousehold(steward)
  await record(page).people.getByRole('link').first().click()
  await page.waitForURL(/\/individuals\//)
  await record(page).lastChecked.waitFor()
  await outbox(page).link.click()
  await outbox(page).holdAll.click()
  await outbox(page).held.waitFor()
  await page.goBack()
  await editing(page).edit.click()
  const edited = form(page, words.records.individual)
  const notes = edited.text(words.fields.notes)
  await notes.fill(`${await notes.inputValue()}\nOf the proof.`)
  await edited.save.click()
  await edited.root.waitFor({ state: 'hidden' })
  await frame(page).choose(words.frame.demoColleague)
  await page.getByRole('alert').filter({ hasText: 'in the service' }).waitFor()
  await outbox(page).link.click()
}

const notices: Step = {
  id: 'notices',
  title: 'A change that needs a decision shows the system’s notification and the badge on the icon',
  line: 'notices',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    await makeConflict(steward)
    must(await recordNotices(steward), 'Electron says that this system has no notifications.')
    await outbox(steward.page).letAllGo.click()
    const look = () => steward.main(() => (globalThis as WithNotices).stewardNotices?.[0] ?? null)
    const notice = await until(
      async () => {
        const found = await look()
        return found?.state === 'asked' ? null : found
      },
      'No notification was shown.',
      60_000,
    )
    must(notice.state === 'shown', 'The system refused the notification.')
    must(/needs? your/.test(notice.body), 'The notification does not say that something needs the user.')
    const badge = await steward.main(({ app }) => app.getBadgeCount())
    // Windows has a dot instead, which Electron cannot read back.
    const hasBadge = desk.computer.platform === 'win32' || badge > 0
    await desk.picture('outbox', steward)
    must(hasBadge, 'The icon has no badge.')
    return [`The notification was shown; the badge is ${desk.computer.platform === 'win32' ? 'a dot' : badge}`]
  },
}

export const attentionSteps = [notices]
