import type { Page } from 'playwright'
import { frame } from '../pages/frame.ts'
import { grid } from '../pages/grid.ts'
import { record } from '../pages/record.ts'
import { travel } from '../pages/travel.ts'
import { words } from '../words.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

async function pinRow(page: Page, row: number) {
  await frame(page).navigation.getByRole('link', { name: words.lists.households, exact: true }).click()
  await grid(page, words.lists.households).waitForRows()
  await grid(page, words.lists.households).rowAt(row).getByRole('link').first().click()
  await record(page).lastChecked.waitFor()
  await travel(page).pin.click()
  await travel(page).verdict.waitFor()
}

/** Visits "Ready for travel" in the demo firm: nothing pinned, a household ready, and one that waits for the service. */
export async function visitTravelScreens(page: Page, seen: Seen): Promise<void> {
  await travel(page).link.click()
  await travel(page).nothing.waitFor()
  await seen('travel-empty')
  await pinRow(page, 1)
  await travel(page).verdict.getByText(words.travel.ready).waitFor()
  await seen('household-pinned')
  await frame(page).takeDemoOffline()
  await pinRow(page, 2)
  await travel(page).link.click()
  await page.getByText('Steward will try again').first().waitFor()
  await seen('travel')
  await frame(page).bringDemoBack.click()
  await page.getByText(words.travel.ready).nth(1).waitFor()
}
