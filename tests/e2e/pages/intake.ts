import type { Page } from 'playwright'

/** Page object for the tray of files to upload and the ways to add files. */
export const intake = (page: Page) => {
  const main = page.getByRole('main')
  const row = (file: string) => main.getByRole('row').filter({ has: page.getByRole('rowheader', { name: file }) })
  return {
    /** The sidebar link to the tray, while it has files. */
    link: page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Files to upload/ }),
    add: page.getByRole('button', { name: 'Add documents…' }),
    pick: (what: 'Files…' | 'A folder…') => page.getByRole('menuitem', { name: what }),
    overlay: page.getByText(/^Add to /),
    rows: main.locator('tbody').getByRole('row'),
    row,
    reading: main.getByRole('progressbar', { name: /^Reading/ }),
    name: (file: string) => main.getByRole('textbox', { name: `Name of ${file}`, exact: true }),
    cell: (what: 'Type' | 'Entity' | 'Person', file: string) =>
      main.getByRole('button', { name: `${what} of ${file}: ` }),
    list: (what: 'Type' | 'Entity' | 'Person', file: string) =>
      main
        .getByRole('combobox', { name: `${what} of ${file}`, exact: true })
        .or(main.getByRole('textbox', { name: `${what} of ${file}`, exact: true })),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    select: (file: string) => main.getByRole('checkbox', { name: `Select ${file}`, exact: true }),
    forSelected: (what: 'Type' | 'Entity' | 'Person') =>
      main
        .getByRole('combobox', { name: `${what} of the selected files` })
        .or(main.getByRole('textbox', { name: `${what} of the selected files` })),
    removeSelected: main.getByRole('button', { name: 'Remove', exact: true }),
    remove: (file: string) => main.getByRole('button', { name: `Remove ${file}`, exact: true }),
    undo: page.getByRole('button', { name: 'Undo' }),
    upload: main.getByRole('button', { name: /^Upload \d/ }),
    empty: main.getByText('No files wait to be uploaded'),
  }
}

/** Drags files and folders over the page and drops them there, as from a file manager. */
export async function dragFiles(page: Page, paths: readonly string[]) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const at = { x: 640, y: 400, data }
  return {
    async over() {
      await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
    },
    async drop() {
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
      await session.detach()
    },
  }
}
