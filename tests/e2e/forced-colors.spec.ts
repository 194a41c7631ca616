import { estate } from './pages/estate.ts'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './words.ts'

test('in forced colours, the shares of the estate and the chosen one of several buttons can be told apart @campaign', async ({
  page,
  launch,
}) => {
  const steward = await launch(['--demo'])
  await page.goto(steward.url)
  await frame(page).link(words.lists.households).click()
  await expect(frame(page).sync).toContainText(words.frame.upToDate)
  await page.emulateMedia({ forcedColors: 'active' })
  await grid(page, words.lists.households).rowAt(1).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await estate(page).drawing.waitFor()
  const shares = page.getByRole('list', { name: 'Shares' })
  const grounds = (color: string) =>
    shares.evaluate((list, ground) => {
      const bar = [...(list.previousElementSibling?.children ?? [])]
      const dots = [...list.querySelectorAll('[aria-hidden]')]
      const colors = [...bar, ...dots].map((part) => getComputedStyle(part).backgroundColor)
      return { parts: bar.length + dots.length, apart: new Set(colors.filter((each) => each !== ground)).size }
    }, color)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await grounds(ground), colorScheme).toEqual({ parts: 4, apart: 2 })
    const chosen = estate(page).section.locator('.mantine-SegmentedControl-indicator')
    await expect(chosen, colorScheme).toHaveCSS('border-top-style', 'solid')
  }
})
