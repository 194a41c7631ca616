import type { Locator, Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the estate of a household: its pictures or its balance sheet, the evidence of roles, and the lists of them. */
export const estate = (page: Page) => {
  const section = page.getByRole('region', { name: words.estate.title, exact: true })
  const rows = (list: Locator) => list.getByRole('listitem')
  return {
    section,
    drawing: section.getByRole('group', { name: /^Estate map of/ }),
    /** The entities by size. */
    sizes: section.getByRole('group', { name: /^Estate of .* by size$/ }),
    /** People and cards, in the order of the arrow keys. */
    parts: section.locator('[data-part]'),
    part: (name: RegExp) => section.getByRole('button', { name }).and(section.locator('[data-part]')),
    /** The evidence beside the picture. */
    evidence: section.getByRole('complementary'),
    items: rows(section.getByRole('complementary')),
    toConfirm: section.getByRole('button', { name: words.estate.toConfirm }),
    async openLists() {
      await section.getByText(words.estate.all).click()
    },
    /** The details of the part that is focused or pointed at. */
    tip: section.locator('[data-tip]'),
    view: (name: string) => section.getByRole('radio', { name }),
    async show(name: string) {
      await section.getByText(name, { exact: true }).click()
    },
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
