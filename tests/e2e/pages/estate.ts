import type { Locator, Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the estate of a household: the map or its table, and the lists of its lines. */
export const estate = (page: Page) => {
  const section = page.getByRole('region', { name: words.estate.title, exact: true })
  const rows = (list: Locator) => list.getByRole('listitem')
  return {
    section,
    drawing: section.getByRole('group', { name: /^Estate map of/ }),
    /** People, boxes and lines of the map, in the order of the arrow keys. */
    parts: section.locator('[data-part]'),
    part: (name: RegExp) => section.getByRole('link', { name }).and(section.locator('[data-part]')),
    /** The details of the part that is focused or pointed at. */
    tip: section.locator('[data-tip]'),
    view: (name: string) => section.getByRole('radio', { name }),
    async show(name: string) {
      await section.getByText(name, { exact: true }).click()
    },
    proposals: rows(section.getByRole('list', { name: words.estate.proposed })),
    links: rows(section.getByRole('list', { name: words.estate.own })),
    recorded: rows(section.getByRole('list', { name: words.estate.recorded })),
    entities: section.getByRole('table', { name: words.estate.entities }),
    draw: section.getByRole('button', { name: words.estate.draw }),
    export: section.getByRole('button', { name: words.estate.export }),
    menuItem: (name: string) => page.getByRole('menuitem', { name }),
    dialog: page.getByRole('dialog', { name: words.estate.dialog }),
    undo: page.getByRole('button', { name: words.estate.undo }),
  }
}
