import type { Page } from '@playwright/test'
import { estate } from './pages/estate.ts'
import { filePanel } from './pages/file-panel.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { travel } from './pages/travel.ts'
import { close, control, expect, test } from './support/fixtures.ts'
import { openDemoFirm, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

/** Opens a household of the list by its row; returns its title, and how many related records of a kind it has. */
async function openHousehold(page: Page, row: number) {
  await frame(page).link(words.lists.households).click()
  const households = grid(page, words.lists.households)
  await households.waitForRows()
  const link = households.rowAt(row).getByRole('link').first()
  const title = (await link.innerText()).trim()
  await link.click()
  await expect(record(page).title).toHaveText(title)
  return title
}

const countIn = async (page: Page, section: RegExp) => {
  const heading = await record(page).section(section).first().getByRole('heading', { level: 2 }).innerText()
  return Number(/\d+/.exec(heading)?.[0] ?? Number.NaN)
}

/** The links to records of a section, whether its records are rows or cards. */
const linksIn = (page: Page, section: RegExp) =>
  record(page).section(section).first().locator('a[href*="/documents/"], a[href*="/document-summaries/"]')

test('a household that was pinned opens whole without the service, and another says what to do', async ({
  page,
  launch,
}) => {
  const first = await launch(['--demo'])
  await page.goto(first.url)
  await expect(frame(page).sync).toContainText(words.frame.upToDate)

  await travel(page).link.click()
  await expect(travel(page).nothing).toBeVisible()
  await expect(travel(page).room).toContainText('0 bytes of 2 GB used')

  const title = await openHousehold(page, 1)
  await estate(page).drawing.waitFor()
  const counts = {
    documents: await countIn(page, /^Documents/),
    entities: await estate(page).drawing.locator('[data-part^="entities"]').count(),
    summaries: await countIn(page, /^Summaries/),
  }
  expect(counts.documents).toBeGreaterThan(1)
  await page.keyboard.press('p')
  await expect(travel(page).pin).toHaveAttribute('aria-pressed', 'true')
  const ready = new RegExp(`Ready: ${counts.documents} documents, checked \\d+:\\d\\d [AP]M`)
  await expect(travel(page).verdict).toContainText(ready)

  await travel(page).link.click()
  const item = travel(page).item(title)
  await expect(item).toContainText(ready)
  await expect(item).toContainText(`${counts.documents} documents (`)
  await expect(item).toContainText(`${counts.entities} valuation`)
  await expect(item).toContainText(`${counts.summaries} summar`)
  await expect(travel(page).room).toContainText('0 bytes by other documents')

  await frame(page).takeDemoOffline()
  await close(first)
  const second = await launch(['--demo-offline'])
  await page.goto(second.url)
  await travel(page).link.click()
  await expect(travel(page).item(title)).toContainText(ready)
  await expect(frame(page).sync).toContainText(words.frame.offline)

  await travel(page).item(title).getByRole('link', { name: title }).click()
  await expect(linksIn(page, /^Documents/)).toHaveCount(counts.documents)
  for (let at = 0; at < counts.documents; at++) {
    // Back scrolls the page to where it was, which a click could meet on its way.
    await linksIn(page, /^Documents/)
      .nth(at)
      .press('Enter')
    await expect(filePanel(page).root.locator('[data-preview]')).toBeVisible()
    await expect(filePanel(page).download).toHaveCount(0)
    await page.goBack()
    await expect(record(page).title).toHaveText(title)
  }
  if (counts.summaries > 0) {
    const summary = linksIn(page, /^Summaries/).first()
    const name = await summary.innerText()
    await summary.click()
    await expect(record(page).title).toHaveText(name)
  }

  await openHousehold(page, 2)
  await expect(travel(page).pin).toHaveAttribute('aria-pressed', 'false')
  await linksIn(page, /^Documents/)
    .first()
    .click()
  await expect(filePanel(page).root).toContainText('The file is not on this computer')
  await expect(filePanel(page).root).toContainText('Pinned households keep their files here')
})

test('a household is unpinned, that is taken back, and the room for files is chosen @campaign', async ({
  page,
  launch,
}) => {
  await openDemoFirm(page, launch)
  const title = await openHousehold(page, 1)
  await travel(page).pin.click()
  await expect(travel(page).verdict).toContainText('Ready: ')
  await travel(page).link.click()
  await travel(page).unpin(title).click()
  await expect(travel(page).nothing).toBeVisible()
  await expect(travel(page).room).toContainText('0 bytes by pinned households')
  await travel(page).undo.click()
  await expect(travel(page).item(title)).toContainText('Ready: ')
  await travel(page).budget.selectOption('500 MB')
  await expect(travel(page).room).toContainText('of 500 MB used')
  await page.reload()
  await expect(travel(page).budget).toHaveValue('500000000')
  await travel(page).checkAll.click()
  await expect(travel(page).item(title)).toContainText('Ready: ')
})

test('a file that the service does not give is named with the reason, and fetched once it does @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}) => {
  await openTenant({ page, computer, launch, tenant })
  const title = await openHousehold(page, 2)
  const documents = await countIn(page, /^Documents/)
  const name = (
    await linksIn(page, /^Documents/)
      .first()
      .innerText()
  ).trim()
  const id = (
    await linksIn(page, /^Documents/)
      .first()
      .getAttribute('href')
  )
    ?.split('/')
    .at(-1)
  const path = `/documents/${id}/download`
  await control(tenant, 'fail', { fault: { kind: 'status', status: 404 }, path, times: 1000 })
  await page.keyboard.press('p')
  await expect(travel(page).verdict).toContainText(`1 of ${documents} documents is missing`)
  await travel(page).link.click()
  await expect(travel(page).missing(title)).toHaveCount(1)
  await expect(travel(page).missing(title)).toContainText('The service does not have its file.')
  await travel(page).missing(title).getByRole('link').click()
  await expect(record(page).title).toHaveText(name)
  await travel(page).link.click()
  await control(tenant, 'reset')
  await travel(page).check(title).click()
  await expect(travel(page).item(title)).toContainText(`Ready: ${documents} document`)
  await expect(travel(page).missing(title)).toHaveCount(0)
})
