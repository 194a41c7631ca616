import type { Page } from 'playwright'
import { help } from '../pages/help.ts'

/** Called for each screen while it is shown. */
type Seen = (screen: string) => Promise<void>

/** Visits Help beside the current screen: its contents, a topic with a picture, a search, and a search that finds nothing. */
export async function visitHelpScreens(page: Page, seen: Seen): Promise<void> {
  const shown = help(page)
  await shown.open()
  await seen('help')
  await shown.contents.click()
  await shown.panel.getByRole('listitem').first().waitFor()
  await seen('help-contents')
  await shown.field.fill('send')
  await shown.results.first().waitFor()
  await seen('help-results')
  await shown.field.fill('zebra')
  await shown.panel.getByRole('status').filter({ hasText: 'zebra' }).waitFor()
  await seen('help-nothing')
  await shown.close()
}
