import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for what changed at the service: on a household's page, on the firm's page, and as a number in a list. */
export const changes = (page: Page) => {
  const section = page.getByRole('region', { name: words.changes.section })
  const brief = page.getByRole('region', { name: words.changes.sinceMeeting })
  const main = page.getByRole('main')
  const toast = page.getByRole('alert').filter({ hasText: words.changes.meetingNoted })
  /** Changes below the heading of their day; a day is a list item too. */
  const items = main
    .getByRole('listitem')
    .filter({ has: page.locator('[data-line]') })
    .filter({ hasNot: page.getByRole('heading') })
  return {
    section,
    items,
    item: (text: string | RegExp) => items.filter({ hasText: text }),
    yours: items.getByRole('link', { name: words.changes.yours }),
    /** Changes since the user last looked. */
    fresh: section.getByRole('group', { name: words.changes.newSince }),
    /** The number of new changes in a household's brief. */
    inBrief: brief.getByRole('link', { name: /^[\d+]+ changes? / }),
    met: brief.getByRole('button', { name: words.changes.met }),
    lastMeeting: brief.getByText(words.changes.lastMeeting),
    sinceMeeting: section.getByRole('checkbox', { name: words.changes.sinceMeeting }),
    undoMeeting: toast.getByRole('button', { name: words.buttons.undo }),
    days: main.getByRole('heading', { level: 2 }),
    filter: (name: string) => main.getByRole('combobox', { name }),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    date: main.getByLabel(words.changes.date, { exact: true }),
    others: main.getByRole('checkbox', { name: words.changes.others }),
    showAll: main.getByRole('button', { name: words.changes.showAll, exact: true }),
  }
}
