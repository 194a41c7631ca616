import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { connect } from './pages/connect.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { start } from './pages/start.ts'
import { expect, test } from './support/fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const lists = ['Households', 'Individuals', 'Entities', 'Valuations', 'Documents', 'Document summaries', 'Users']

/** Every serious finding on the screen as it is, in one theme and then the other. */
async function judge(page: Page, screen: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      found.push(
        ...nodes.map(
          ({ target, html }) => `${screen}, ${colorScheme}: ${id} at ${target.join(' ')} ${html.slice(0, 120)}`,
        ),
      )
    }
  }
  return found
}

test('no screen has a serious accessibility finding, in either theme', async ({ page, launch }) => {
  test.setTimeout(240_000)
  const steward = await launch()
  const found: string[] = []
  await page.goto(steward.url)
  await start(page).openDemo.waitFor()
  found.push(...(await judge(page, 'start')))

  await start(page).connectTenant.click()
  await connect(page).save.click()
  await expect(connect(page).field('Service address')).toHaveAttribute('aria-invalid', 'true')
  found.push(...(await judge(page, 'connect')))
  await page.getByRole('link', { name: 'All connections' }).click()

  await start(page).openDemo.click()
  await expect(frame(page).sync).toContainText('Up to date', { timeout: 60_000 })
  for (const name of lists) {
    await frame(page).navigation.getByRole('link', { name, exact: true }).click()
    await grid(page, name).waitForRows()
    found.push(...(await judge(page, `${name}, list`)))
    await grid(page, name).rowAt(0).getByRole('link').first().click()
    await record(page).lastChecked.waitFor()
    found.push(...(await judge(page, `${name}, one`)))
  }

  await frame(page).link('Records set aside').click()
  await page.getByRole('heading', { name: 'Records set aside' }).waitFor()
  found.push(...(await judge(page, 'set aside')))
  await frame(page).search.open()
  found.push(...(await judge(page, 'search')))
  await page.keyboard.press('Escape')
  await frame(page).takeDemoOffline.click()
  await frame(page).bringDemoBack.waitFor()
  found.push(...(await judge(page, 'offline')))
  expect(found).toEqual([])
})
