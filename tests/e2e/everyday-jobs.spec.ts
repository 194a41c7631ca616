import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writePdf } from '../../sandbox/files/pdf.ts'
import { activity } from './pages/activity.ts'
import { bulk } from './pages/bulk.ts'
import { changes } from './pages/changes.ts'
import { composer, history } from './pages/composer.ts'
import { filePanel } from './pages/file-panel.ts'
import { editing, form } from './pages/form.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { intake } from './pages/intake.ts'
import { list } from './pages/list.ts'
import { lock } from './pages/lock.ts'
import { outbox } from './pages/outbox.ts'
import { pack } from './pages/pack.ts'
import { palette } from './pages/palette.ts'
import { presenter } from './pages/presenter.ts'
import { record } from './pages/record.ts'
import { settings } from './pages/settings.ts'
import { start } from './pages/start.ts'
import { today } from './pages/today.ts'
import { travel } from './pages/travel.ts'
import { undo } from './pages/undo.ts'
import { control, expect, test } from './support/fixtures.ts'
import { createHand, type Hand } from './support/hand.ts'
import type { Computer } from './support/steward.ts'
import { atService, openTenant } from './support/tenant.ts'
import { command, words } from './words.ts'

/** The documented number of steps of each job, by its name in the first column of the table. */
const documented = new Map(
  readFileSync('docs/everyday-jobs.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, job, steps]) => (job && /^\d+$/.test(steps ?? '') ? [[job, Number(steps)] as const] : [])),
)

/** Does each job and, with a pointer, compares its steps with the documented ones. Collects all differences. */
function jobs(hand: Hand, pointer: boolean) {
  const differences: string[] = []
  return {
    differences,
    job: (name: string, work: () => Promise<void>) =>
      test.step(name, async () => {
        const limit = documented.get(name)
        const steps = await hand.count(work)
        if (limit === undefined || (pointer && steps !== limit))
          differences.push(`${name}: ${steps} steps, documented ${limit}`)
      }),
  }
}

type Job = ReturnType<typeof jobs>['job']

/** The second household of the list, opened from the list so that the keys for next and previous work. */
async function openRecordOfList(page: Page) {
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  await households.rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
}

async function valueEntity(page: Page, hand: Hand, job: Job) {
  await frame(page).link(words.lists.valuations).click()
  await grid(page, words.lists.valuations).rowAt(2).getByRole('link').first().click()
  await record(page).field(words.fields.entity).getByRole('link').click()
  await expect(composer(page).open).toBeVisible()
  const observed = history(page).table.locator('tbody tr')
  await observed.first().waitFor()
  const before = await observed.count()
  await job('Log a valuation pasted from Excel', async () => {
    await hand.keys('n', 'v')
    const name = composer(page).field(words.fields.name, 1)
    await expect(composer(page).field(words.list.value, 1)).toBeFocused()
    await hand.paste(`Asset\tClass\tValue\n${await name.inputValue()}\t\t$10.00\nGold bars\tCash\t1,000.05`)
    const dialog = composer(page).dialog(words.valuation.pasting)
    await expect(dialog).toContainText('2 rows')
    await hand.choose(dialog.getByRole('button', { name: words.valuation.update }))
    await expect(dialog).toBeHidden()
    await hand.keys('Control+s')
    await expect(composer(page).review.dialog).toBeVisible()
    await hand.keys('Enter')
    await expect(observed).toHaveCount(before + 1)
  })
  await job('Compare two valuations', async () => {
    await hand.choose(history(page).compare)
    await expect(history(page).differences).toContainText('Gold bars')
  })
}

async function changeFamily(page: Page, hand: Hand, job: Job) {
  await openRecordOfList(page)
  const household = page.url()
  const title = await record(page).title.innerText()
  await job('Enter a new address for a family', async () => {
    await hand.choose(record(page).people.getByRole('button', { name: words.record.editAllPeople }))
    await hand.fill(bulk(page).field(words.fields.addressLine1), '12 Harbor Street')
    await hand.fill(bulk(page).field(words.fields.city), 'Newport')
    await hand.choose(bulk(page).save)
    await expect(bulk(page).said).toBeVisible()
  })
  await page.goto(household)
  await expect(record(page).title).toHaveText(title)
  await editing(page).newIndividual.waitFor()
  await job('Add a newborn', async () => {
    await hand.keys('n', 'i')
    const person = form(page, words.record.newIndividual)
    await hand.fill(person.text(words.fields.firstName), 'Ottilie')
    await hand.fill(person.text(words.fields.lastName), 'Newport')
    await hand.fill(person.date(words.fields.dateOfBirth), '2026-11-02')
    await hand.keys('Control+s')
    await expect(record(page).title).toHaveText('Ottilie Newport')
  })
  await page.goto(household)
  const name = await record(page).people.getByRole('link').first().innerText()
  await record(page).people.getByRole('link').first().click()
  await expect(record(page).title).toHaveText(name)
  await page.keyboard.press('Control+,')
  await settings(page).timeToUndo.getByText('30 seconds').click()
  await page.goBack()
  await expect(record(page).title).toHaveText(name)
  await editing(page).edit.waitFor()
  await job('Note a death', async () => {
    await hand.keys('e')
    const person = form(page, words.records.individual)
    await hand.fill(person.date(words.fields.dateOfDeath), '2026-10-30')
    await hand.choose(person.flag(words.fields.deceased), 'Space')
    await hand.keys('Control+s')
    await expect(person.root).toBeHidden()
    await expect(record(page).field(words.fields.dateOfDeath)).toContainText('Oct 30, 2026')
  })
  await job('Undo a change', async () => {
    await hand.keys('Control+z')
    await expect(record(page).field(words.fields.dateOfDeath)).toHaveCount(0)
    await expect(undo(page).undone).toBeVisible()
  })
}

/** Marks two AI summaries as reviewed, then shows the changes of a day by its name. */
async function reviewAndLookBack(page: Page, hand: Hand, job: Job) {
  await job('Review two AI summaries one after the other', async () => {
    await hand.keys('g', 'y')
    await hand.choose(today(page).summaries.getByRole('link', { name: words.today.review }).first())
    await expect(page.getByText(words.today.notReviewed)).toBeVisible()
    const first = await record(page).title.innerText()
    await hand.keys('r')
    await expect(page.getByText(words.today.reviewed)).toBeVisible()
    await hand.keys('j')
    await expect(record(page).title).not.toHaveText(first)
    await expect(page.getByText(words.today.notReviewed)).toBeVisible()
    await hand.keys('r')
    await expect(page.getByText(words.today.reviewed)).toBeVisible()
  })
  // The test's changes are of today; every day of the week is chosen alike.
  await job('See what I changed on Tuesday', async () => {
    await hand.keys('g', 'a')
    await hand.choose(activity(page).filter(words.activity.day))
    await hand.choose(activity(page).option(words.activity.today))
    await expect(page).toHaveURL(/from=.*to=/)
    await expect(activity(page).days).toHaveText([words.activity.today])
    await expect(activity(page).changes.first()).toBeVisible()
  })
}

/** Files whose pages propose their types, so that nothing has to be chosen. */
const filed = {
  'Passport.pdf': {
    type: 'Passport',
    title: 'PASSPORT',
    text: [
      'UNITED STATES OF AMERICA',
      'Surname: MARLOWE',
      'Given names: IRIS',
      'Nationality. Date of birth. Authority.',
    ],
  },
  'Last Will.pdf': {
    type: 'Will',
    title: 'LAST WILL AND TESTAMENT',
    text: [
      'I declare this to be my last will and revoke all prior wills.',
      'My executor holds the residue. Witnesses:',
    ],
  },
  'Trust Agreement.pdf': {
    type: 'Signed trust document',
    title: 'TRUST AGREEMENT',
    text: ['The grantor gives the trust property to the trustee for the beneficiaries.'],
  },
} as const

async function fileThree(page: Page, hand: Hand, job: Job, computer: Computer) {
  await openRecordOfList(page)
  const files = Object.entries(filed).map(([name, { title, text }]) => {
    const path = join(computer.folder, name)
    writeFileSync(path, writePdf(title, text))
    return path
  })
  await intake(page).add.first().waitFor()
  await job('File three PDFs', async () => {
    await hand.drop(files)
    for (const [name, { type }] of Object.entries(filed))
      await expect(intake(page).cell(words.fields.type, name)).toHaveText(type)
    await hand.choose(intake(page).upload)
    await expect(intake(page).empty).toBeVisible()
  })
  await outbox(page).link.waitFor({ state: 'visible' })
}

async function openDemo(page: Page, url: string) {
  await page.goto(url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
}

for (const pointer of [true, false]) {
  const by = pointer ? 'in the documented number of steps' : 'with the keyboard alone @campaign'

  test(`the everyday jobs of looking things up go ${by}`, async ({ page, context, launch, papers }) => {
    const { url } = await launch(['--demo'])
    await openDemo(page, url)
    await list(page).sayWhoIAm('Faith Hilpert')
    const hand = createHand(page, pointer)
    const { job, differences } = jobs(hand, pointer)

    await job('Find a person by half a name', async () => {
      await hand.keys('Control+k')
      await hand.type('schul')
      await expect(palette(page).chosen).toContainText('Schul')
      await hand.keys('Enter')
      await record(page).lastChecked.waitFor()
    })
    await job('See what a household owns, how it is held and how old the figures are', async () => {
      await hand.keys('Control+k')
      await hand.type('Abel Schulist')
      await expect(palette(page).chosen).toContainText('Abel Schulist')
      await hand.keys('Enter')
      await expect(record(page).title).toHaveText('Abel Schulist')
      await expect(page.getByRole('list', { name: words.record.figuresAge })).toContainText('Oldest value:')
    })
    await job('Get ready for Thursday’s meeting', async () => {
      await hand.keys('Control+k')
      await hand.type('Haverford')
      await expect(palette(page).chosen).toContainText('Haverford')
      await hand.keys('Enter')
      await expect(record(page).title).toContainText('Haverford')
      for (const name of [
        words.record.notes,
        words.changes.sinceMeeting,
        words.record.openPoints,
        words.record.nextDates,
      ])
        await expect(record(page).section(name).first()).toBeInViewport()
    })
    await job('Compare two households', async () => {
      const opening = context.waitForEvent('page')
      await hand.keys('Control+k')
      await hand.type('Abel Schulist')
      await expect(palette(page).chosen).toContainText('Abel Schulist')
      await hand.keys('Control+Enter')
      const other = await opening
      await expect(record(other).title).toHaveText('Abel Schulist')
      await expect(record(page).title).toContainText('Haverford')
      await other.close()
    })
    // The window that was in front is closed: keys go to this one once it is in front.
    await page.bringToFront()
    // No mail program is started: the page keeps the draft that the click would hand to it.
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        const draft = event.target instanceof Element && event.target.closest('a[href^="mailto:"]')
        if (!draft) return
        event.preventDefault()
        document.body.dataset.draft = draft.getAttribute('href') ?? ''
      }),
    )
    await job('Compare a household with a year ago', async () => {
      await hand.keys('Control+k')
      await hand.type('Abel Schulist')
      await expect(palette(page).chosen).toContainText('Abel Schulist')
      await hand.keys('Enter')
      await expect(record(page).title).toHaveText('Abel Schulist')
      await hand.choose(page.getByRole('link', { name: words.twoDates.link }).first())
      await expect(record(page).table(words.twoDates.steps)).toBeVisible()
    })
    await job('Put what is missing of a household into a mail', async () => {
      await hand.keys('Control+k')
      await hand.type('Abel Schulist')
      await expect(palette(page).chosen).toContainText('Abel Schulist')
      await hand.keys('Enter')
      await expect(record(page).title).toHaveText('Abel Schulist')
      await hand.choose(page.getByRole('button', { name: words.today.send }))
      await hand.choose(page.getByRole('dialog').getByRole('link', { name: words.today.draft }))
      await expect(page.locator('body')).toHaveAttribute('data-draft', /Possibly%20missing.*Abel%20Schulist/)
    })
    await page.keyboard.press('Escape')
    await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
    await grid(page, words.lists.households).waitForRows()
    await job('List the estates above 14 million dollars', async () => {
      const { form } = list(page)
      await hand.keys('f')
      await hand.pick(form.column, 'In estate, $')
      await hand.fill(form.value(), '14M')
      await hand.keys('Enter')
      await expect(list(page).chip('In estate is at least $14,000,000')).toBeVisible()
      await expect(list(page).count).toContainText(/^\D*[1-9]\d* of 500/)
    })
    await list(page).clearAll.click()
    await job('List my households with old figures', async () => {
      await hand.choose(frame(page).navigation.getByRole('link', { name: words.list.myOldFigures }))
      await grid(page, words.lists.households).waitForRows()
    })
    await job('What changed since last week', async () => {
      await hand.keys('g', 'w')
      await hand.choose(changes(page).filter(words.changes.since))
      await hand.choose(changes(page).option(words.changes.sinceNames.week))
      await expect(page).toHaveURL(/since=7d/)
      await expect(changes(page).items.first()).toBeVisible()
    })
    await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
    await grid(page, words.lists.households).waitForRows()
    await job('Export a list', async () => {
      await hand.keys('Control+k')
      await hand.type(command('list.export-xlsx'))
      await expect(palette(page).chosen).toContainText(command('list.export-xlsx'))
      await hand.keys('Enter')
      await expect(page.getByText(/Exported [\d,]+ rows? to/)).toBeVisible()
    })
    await job('Open two households side by side', async () => {
      await openRecordOfList(page)
      const opening = context.waitForEvent('page')
      await hand.keys('Control+k')
      await hand.type(command('window.open'))
      await expect(palette(page).chosen).toContainText(command('window.open'))
      await hand.keys('Enter')
      const other = await opening
      await expect(record(other).title).toHaveText(await record(page).title.innerText())
      await other.close()
      // A window that was behind another one may get no keys, and the key does nothing before the list around the household is read.
      await page.bringToFront()
      await expect(palette(page).dialog).toBeHidden()
      await expect(record(page).next(words.record.nextHousehold)).toBeEnabled()
      const first = await record(page).title.innerText()
      await hand.keys(']')
      await expect(record(page).title).not.toHaveText(first)
      await record(page).lastChecked.waitFor()
    })
    await travel(page).pin.waitFor()
    await job('Prepare a household for a flight', async () => {
      await hand.keys('p')
      await expect(travel(page).verdict).toContainText(words.travel.ready)
    })
    await job('Print a household', async () => {
      await hand.keys('Control+p')
      await expect.poll(papers).toBe(1)
    })
    await job('Make a meeting pack as last time', async () => {
      await hand.keys('m')
      await expect(pack(page).madeAgain).toBeVisible()
    })
    await job('Show one client alone', async () => {
      await hand.keys('Control+Shift+H')
      await expect(presenter(page).mark).toBeVisible()
    })
    await presenter(page).keys()
    await expect(presenter(page).mark).toBeHidden()
    // Every screen is drawn anew, with its keys.
    await record(page).lastChecked.waitFor()
    await job('Find the trust agreement with a sentence', async () => {
      await hand.keys('Control+k')
      await hand.type('named successor trustee in place of a bank')
      await expect(palette(page).chosen).toContainText('successor trustee')
      await hand.keys('Enter')
      // The search shows the sentence too.
      await expect(palette(page).dialog).toBeHidden()
      await expect(page.getByText('is named successor trustee in place of a bank').first()).toBeVisible()
    })
    await palette(page).open()
    await page.keyboard.type('power of attorney')
    await palette(page).group(words.lists.documents).getByRole('option').first().click()
    await filePanel(page).download.click()
    await expect(filePanel(page).pdfPage(1)).toContainText(/\w/)
    const file = await record(page).title.innerText()
    const name = file.split(' – ')[1] ?? ''
    const text = (await filePanel(page).pdfPage(1).innerText()).replace(/\s+/g, ' ')
    // Words with the name of the person: other files have the same form.
    const sentence = text.slice(text.indexOf(name)).split(' ').slice(0, 9).join(' ')
    expect(sentence).toContain(name)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page.getByRole('heading', { level: 1, name: words.texts.title })).toBeVisible()
    await job('Find a sentence of a file, and its page', async () => {
      await hand.keys('Control+k')
      await hand.type(sentence)
      await expect(palette(page).chosen).toContainText(file)
      await hand.keys('Enter')
      await expect(filePanel(page).pdfPage(1)).toBeVisible()
      await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-match-at-hand')?.size)).toBe(1)
    })
    await palette(page).open()
    await page.keyboard.type('trust agreement')
    await palette(page).group(words.lists.documents).getByRole('option', { name: 'Trust agreement' }).first().click()
    await filePanel(page).download.click()
    const trustee = page.getByRole('link', { name: /^Page \d+: Trustee / }).first()
    await trustee.waitFor()
    const agreement = await record(page).title.innerText()
    await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
    await grid(page, words.lists.households).waitForRows()
    await job('Who are the trustees, and where is it said', async () => {
      await hand.keys('Control+k')
      await hand.type(agreement)
      await expect(palette(page).chosen).toContainText(agreement)
      await hand.keys('Enter')
      await hand.choose(trustee)
      await expect.poll(() => page.evaluate(() => CSS.highlights.get('pdf-match-at-hand')?.size)).toBe(1)
    })
    await job('See whether everything is sent', async () => {
      await hand.keys('g', 'o')
      await expect(page.getByText(words.outbox.empty)).toBeVisible()
    })
    await job('Open the settings', async () => {
      await hand.keys('Control+,')
      await expect(settings(page).heading).toBeVisible()
    })
    await page.goBack()
    await expect(frame(page).sync).toBeVisible()
    await job('Switch to another firm', async () => {
      await hand.keys('Control+k')
      await hand.type(command('go.connections'))
      await expect(palette(page).chosen).toContainText(command('go.connections'))
      await hand.keys('Enter')
      await expect(start(page).connectTenant).toBeVisible()
    })
    await job('Lock Steward', async () => {
      await hand.keys('Control+Shift+L')
      await expect(lock(page).title).toBeVisible()
    })
    expect(differences).toEqual([])
  })

  test(`the everyday jobs of changing things go ${by}`, async ({ page, computer, launch }) => {
    const { url } = await launch(['--demo'])
    await openDemo(page, url)
    const hand = createHand(page, pointer)
    const { job, differences } = jobs(hand, pointer)
    await valueEntity(page, hand, job)
    await changeFamily(page, hand, job)
    await reviewAndLookBack(page, hand, job)
    await fileThree(page, hand, job, computer)
    expect(differences).toEqual([])
  })

  test(`a person and a household that are recorded twice are merged ${by}`, async ({
    page,
    computer,
    launch,
    tenant,
  }) => {
    const service = atService(tenant)
    const create = async (resource: string, record: object) =>
      (await control(tenant, 'create', { resource, record })) as { id: string }
    const flags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }
    const ada = { ...flags, first_name: 'Ada', last_name: 'Double', date_of_birth: '1960-04-05' }
    const home = (await service.list('/households?limit=1'))[0]?.id
    for (const city of ['Boston', 'Newport']) await create('individuals', { ...ada, household_id: home, city })
    const owner = (await service.list('/users?limit=1'))[0]?.id
    for (const notes of ['Prefers the phone.', 'Met at the fair.']) {
      const { id } = await create('households', { name: 'Double', primary_relationship_owner_id: owner, notes })
      await create('individuals', { ...ada, first_name: 'Eva', household_id: id })
    }
    await openTenant({ page, computer, launch, tenant })
    const hand = createHand(page, pointer)
    const { job, differences } = jobs(hand, pointer)
    const merge = async (pairs: string, typed: string, name: string) => {
      await hand.keys('Control+k')
      await hand.type(words.doubles.title)
      await expect(palette(page).chosen).toContainText(command('go.doubles'))
      await hand.keys('Enter')
      const pair = page.getByRole('list', { name: pairs }).getByRole('listitem').first()
      await hand.choose(pair.getByRole('link', { name: words.doubles.compare }))
      await hand.fill(page.getByLabel(typed), name)
      await hand.keys('Enter')
    }
    await job('Merge a person who is recorded twice', async () => {
      await merge(words.doubles.people, words.doubles.typed, 'Ada Double')
      const steps = page.getByRole('list', { name: words.doubles.steps }).getByRole('listitem')
      await expect(steps.last()).toContainText('Done')
    })
    const left = (await service.list('/individuals?limit=1000')).filter((one) => one.first_name === 'Ada')
    expect(left.filter((one) => one.last_name === 'Double')).toHaveLength(1)
    await job('Merge a household that is recorded twice', async () => {
      await merge(words.doubles.households, words.doubles.typedHousehold, 'Double')
      await expect(page.getByRole('list', { name: words.doubles.left }).getByRole('listitem')).toHaveCount(1)
    })
    expect(differences).toEqual([])
    await service.close()
  })
}
