import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for custodians' files: the page Statements with its review, and a file's page. */
export const statements = (page: Page) => {
  const main = page.getByRole('main')
  const line = (list: string, name: string) =>
    main.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: name }).first()
  return {
    link: page.getByRole('navigation', { name: words.frame.main }).getByRole('link', { name: words.statements.title }),
    overlay: page.getByText(words.statements.readAs),
    trySample: main.getByRole('button', { name: words.statements.trySample }),
    valuations: main.getByRole('list', { name: words.lists.valuations, exact: true }).locator('> li'),
    readFrom: main.getByRole('region', { name: words.statements.readFrom }),
    files: main.getByRole('table', { name: words.statements.files, exact: true }).locator('tbody').getByRole('row'),
    account: (name: string) => line(words.statements.toDecide, name),
    entity: (name: string) => main.getByRole('combobox', { name: words.statements.entityOf(name), exact: true }),
    option: (name: string) => page.getByRole('option').filter({ hasText: name }).first(),
    class: (name: string) => main.getByRole('combobox', { name: words.statements.classOf(name), exact: true }),
    classes: main.getByRole('combobox', { name: words.statements.classOfAny }),
    valuation: (name: string) => line(words.lists.valuations, name),
    opener: (name: string) => main.getByRole('button', { name, exact: true }),
    approve: (name: string) => main.getByRole('button', { name: words.statements.approveOf(name) }),
    approveAll: main.getByRole('button', { name: words.statements.approveAll }),
    saved: page.getByText(words.statements.saved),
    undo: page.getByRole('button', { name: words.buttons.undo, exact: true }),
    assets: (name: string) => main.getByRole('table', { name: words.statements.assetsOf(name), exact: true }),
    rows: main.getByRole('table', { name: words.statements.rows }).locator('tbody').getByRole('row'),
    /** What is marked on the picture of a page. */
    onPage: (name: RegExp) => main.getByRole('region', { name }).locator('[data-mark]'),
    notRead: main.getByRole('list', { name: words.statements.notRead, exact: true }).getByRole('listitem'),
    otherSheets: main.getByRole('list', { name: words.statements.otherSheets, exact: true }).getByRole('listitem'),
    questions: main.getByRole('list', { name: words.statements.questions }).getByRole('listitem'),
    menu: main.getByRole('button', { name: words.buttons.more, exact: true }),
    dialog: (title: string) => page.getByRole('dialog', { name: title }),
    empty: main.getByText(words.statements.empty),
  }
}
