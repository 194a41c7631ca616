import type { Page } from '@playwright/test'
import { frame } from './pages/frame.ts'
import { grid } from './pages/grid.ts'
import { record } from './pages/record.ts'
import { goTo } from './support/alarms.ts'
import { control, expect, test } from './support/fixtures.ts'
import { atService, openTenant } from './support/tenant.ts'
import { words } from './words.ts'

/** As many characters as the service lets a summary have, nearly. */
const length = 63_000
const repeated = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Texts that took a Markdown parser seconds or more than its stack, after a short one to compare with. */
const texts = {
  'two words': 'Signed in 2019',
  emphasis: repeated('*a **b _c __d '),
  brackets: repeated('[a]('),
  quotes: '> '.repeat(3_000),
  lists: Array.from({ length: 350 }, (_, depth) => `${' '.repeat(depth)}- a`)
    .join('\n')
    .slice(0, length),
  table: `|a|b|\n|-|-|\n${repeated('|a|b|\n')}`.slice(0, length),
  accents: repeated('a\u0301\u0301\u0301'),
}

/** Starts to measure the longest time between two frames; returns a function that reads it, in ms. */
async function watchFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now() }
    const next = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { framesSeen: seen })
  })
  return () =>
    page.evaluate(() => {
      const { framesSeen } = window as unknown as { framesSeen: { longest: number } }
      const { longest } = framesSeen
      framesSeen.longest = 0
      return Math.round(longest)
    })
}

test('a long summary of any kind opens, and the window obeys while it is formatted @campaign', async ({
  page,
  computer,
  launch,
  tenant,
}, info) => {
  const service = atService(tenant)
  const summaries = await service.list('/document-summaries?limit=20')
  const planted: { kind: string; id: string; text: string }[] = []
  for (const [at, [kind, text]] of Object.entries(texts).entries()) {
    const summary = summaries[at]
    if (!summary) throw new Error('The service has too few summaries.')
    const json = { ...summary, display_name: `Summary of ${kind}`, summary: text, summary_format: 'MARKDOWN' }
    await control(tenant, 'override', { resource: 'document_summaries', id: summary.id, json })
    planted.push({ kind, id: summary.id, text })
  }
  await service.close()
  await openTenant({ page, computer, launch, tenant })
  const base = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const longest = await watchFrames(page)

  for (const { kind, id, text } of planted) {
    await longest()
    await goTo(page, `${base}/document-summaries/${id}`)
    await expect(record(page).title).toHaveText(`Summary of ${kind}`)
    // Formatting is under way or over: the list opens in either case.
    await frame(page).navigation.getByRole('link', { name: words.lists.users, exact: true }).click()
    await grid(page, words.lists.users).waitForRows()
    await page.goBack()
    await expect(record(page).section(words.fields.summary)).toContainText(text.trim().slice(-1))
    await expect(page.getByText('Unexpected error')).toHaveCount(0)
    info.annotations.push({ type: 'longest frame, ms', description: `${kind}: ${await longest()}` })
  }
})
