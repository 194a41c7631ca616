import type { Page } from 'playwright'

/** Page object for pinned households: on a household's own page, and on the screen that lists them. */
export const travel = (page: Page) => {
  const item = (title: string) => page.getByRole('listitem', { name: title, exact: true })
  return {
    link: page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ready for travel' }),
    /** On a household's page. */
    pin: page.getByRole('button', { name: 'Pin for travel' }),
    /** The status line on a pinned household's page. */
    verdict: page.getByRole('status', { name: 'Ready for travel' }),
    checkAll: page.getByRole('button', { name: 'Check all now' }),
    stop: page.getByRole('button', { name: 'Stop', exact: true }),
    undo: page.getByRole('button', { name: 'Undo', exact: true }),
    item,
    unpin: (title: string) => item(title).getByRole('button', { name: `Unpin ${title}` }),
    check: (title: string) => item(title).getByRole('button', { name: `Check now: ${title}` }),
    missing: (title: string) => page.getByRole('list', { name: `Missing of ${title}` }).getByRole('listitem'),
    room: page.getByRole('region', { name: 'Room for files' }),
    budget: page.getByRole('combobox', { name: 'Files may take' }),
    nothing: page.getByText('No household is pinned'),
  }
}
