import { connectPage, type Scenario } from './desk.ts'
import { listen } from './listen.ts'

// A link on the command line of the first start is sent to the page once it listens.

export const run: Scenario = async ({ window }) => {
  const page = await listen(connectPage(window))
  return { told: await page.next('go', 'problem') }
}
