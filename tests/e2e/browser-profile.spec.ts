import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { inMemory } from '../../electron/hosts/browser/app-window.ts'
import { browserOptions } from '../../tools/lib/browser.mjs'
import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { list } from './pages/list.ts'
import { record } from './pages/record.ts'
import { goTo } from './support/alarms.ts'
import { test as base, expect } from './support/fixtures.ts'
import { type Computer, copyUserData, startSteward } from './support/steward.ts'
import { words } from './words.ts'

/** The URL of a browser shell with the demo firm, whichever shell the other specs test. */
const test = base.extend<{ url: string }>({
  url: async ({ computer, explored }, use) => {
    copyUserData(explored, computer)
    const steward = await startSteward(computer, ['--demo'])
    await use(steward.url)
    await steward.stop()
  },
})

/** Returns the texts that occur in some file of a browser's profile. */
function writtenDown(profile: string, texts: readonly string[]): string[] {
  const entries = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  return texts.filter((text) =>
    [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(encodeURIComponent(text))].some((bytes) =>
      files.some((file) => file.includes(bytes)),
    ),
  )
}

/** Looks at records in a browser that is started with these switches and closed normally; returns the names that were shown. */
async function visit(computer: Computer, switches: readonly string[], look: (page: Page) => Promise<string[]>) {
  const profile = join(computer.folder, 'profile')
  const options = { ...browserOptions(), args: [...switches] }
  const context = await chromium.launchPersistentContext(profile, options)
  const [page = await context.newPage()] = context.pages()
  const names = await look(page)
  await context.close()
  return { profile, names }
}

/** Opens a household, one of its people, one of its entities and the form for a new valuation; returns their names. */
async function lookAtRecords(page: Page, url: string): Promise<string[]> {
  await page.goto(url)
  await grid(page, words.lists.households).waitForRows()
  await grid(page, words.lists.households).rowAt(2).getByRole('link').first().click()
  await expect(page).toHaveTitle('Household – Steward')
  const household = await record(page).title.innerText()
  await record(page).section(words.record.people).getByRole('link').first().click()
  await expect(page).toHaveTitle('Person – Steward')
  const person = await record(page).title.innerText()
  await page.goBack()
  await expect(page).toHaveTitle('Household – Steward')
  await estate(page).show(words.estate.table)
  await record(page).table(words.estate.entities).getByRole('link').first().click()
  await expect(page).toHaveTitle('Entity – Steward')
  const entity = await record(page).title.innerText()
  await goTo(page, `${new URL(page.url()).pathname}/valuation/new`)
  await expect(page).toHaveTitle('New valuation – Steward')
  return [household, person, entity]
}

test('a browser of a person’s own writes down no name of the records they looked at @campaign', async ({
  computer,
  url,
}) => {
  const { profile, names } = await visit(computer, [], (page) => lookAtRecords(page, url))
  expect(writtenDown(profile, ['Household – Steward'])).toHaveLength(1)
  expect(writtenDown(profile, names)).toEqual([])
})

test('Steward’s own window writes nothing down, not even what a list is filtered by @campaign', async ({
  computer,
  url,
}) => {
  const { profile, names } = await visit(computer, inMemory, async (page) => {
    const names = await lookAtRecords(page, url)
    await frame(page).link(words.lists.households).click()
    await grid(page, words.lists.households).waitForRows()
    await list(page).filter.click()
    await list(page).form.value().fill('Zebedee')
    await list(page).form.apply.click()
    await expect(page).toHaveURL(/Zebedee/)
    return [...names, 'Zebedee']
  })
  expect(writtenDown(profile, ['Household – Steward', '/households', ...names])).toEqual([])
})
