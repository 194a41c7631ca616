import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for pinned households: on a household's own page, and on the screen that lists them. */
export const travel = (page: Page) => {
  const item = (title: string) => page.getByRole('listitem', { name: title, exact: true })
  return {
    link: page.getByRole('navigation', { name: words.frame.main }).getByRole('link', { name: words.travel.title }),
    /** On a household's page. */
    pin: page.getByRole('button', { name: words.travel.pin }),
    /** The status line on a pinned household's page. */
    verdict: page.getByRole('status', { name: words.travel.title }),
    checkAll: page.getByRole('button', { name: words.travel.checkAll }),
    stop: page.getByRole('button', { name: words.buttons.stop, exact: true }),
    undo: page.getByRole('button', { name: words.buttons.undo, exact: true }),
    item,
    unpin: (title: string) => item(title).getByRole('button', { name: words.travel.unpin(title) }),
    check: (title: string) => item(title).getByRole('button', { name: words.travel.check(title) }),
    missing: (title: string) => page.getByRole('list', { name: words.travel.missing(title) }).getByRole('listitem'),
    room: page.getByRole('region', { name: words.travel.room }),
    budget: page.getByRole('combobox', { name: words.travel.budget }),
    nothing: page.getByText(words.travel.nothing),
  }
}
