import type { Page } from 'playwright'
import { words } from '../words.ts'

type Choice = typeof words.fields.type | typeof words.fields.entity | typeof words.intake.person

/** Page object for the tray of files to upload and the ways to add files. */
export const intake = (page: Page) => {
  const main = page.getByRole('main')
  const row = (file: string) => main.getByRole('row').filter({ has: page.getByRole('rowheader', { name: file }) })
  return {
    /** The sidebar link to the tray, while it has files. */
    link: page.getByRole('navigation', { name: words.frame.main }).getByRole('link', { name: words.intake.link }),
    add: page.getByRole('button', { name: words.intake.add }),
    pick: (what: typeof words.intake.files | typeof words.intake.folder) => page.getByRole('menuitem', { name: what }),
    overlay: page.getByText(words.intake.addTo),
    rows: main.locator('tbody').getByRole('row'),
    row,
    reading: main.getByRole('progressbar', { name: words.intake.reading }),
    name: (file: string) => main.getByRole('textbox', { name: words.intake.name(file), exact: true }),
    cell: (what: Choice, file: string) => main.getByRole('button', { name: `${words.intake.cell(what, file)}: ` }),
    list: (what: Choice, file: string) =>
      main
        .getByRole('combobox', { name: words.intake.cell(what, file), exact: true })
        .or(main.getByRole('textbox', { name: words.intake.cell(what, file), exact: true })),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    /** Opens what is to be looked at before the file is uploaded. */
    check: (file: string) => row(file).getByRole('button', { name: words.intake.check }),
    addDate: (file: string) => main.getByRole('button', { name: words.intake.addDate(file) }),
    select: (file: string) => main.getByRole('checkbox', { name: words.intake.select(file), exact: true }),
    forSelected: (what: Choice) =>
      main
        .getByRole('combobox', { name: words.intake.ofSelected(what) })
        .or(main.getByRole('textbox', { name: words.intake.ofSelected(what) })),
    removeSelected: main.getByRole('button', { name: words.buttons.remove, exact: true }),
    remove: (file: string) => main.getByRole('button', { name: words.intake.remove(file), exact: true }),
    undo: page.getByRole('button', { name: words.buttons.undo }),
    upload: main.getByRole('button', { name: words.intake.upload }),
    empty: main.getByText(words.intake.empty),
  }
}

/** Drags files and folders over the page and drops them there, as from a file manager; or a picture with its address, from a browser. */
export async function dragFiles(page: Page, paths: readonly string[], address?: string) {
  // In the desktop shell, `page` only forwards to the page of the current window.
  const session = await page.context().newCDPSession(page.mainFrame().page())
  const items = address === undefined ? [] : [{ mimeType: 'text/uri-list', data: address }]
  const data = { items, files: [...paths], dragOperationsMask: 1 }
  const at = { x: 640, y: 400, data }
  return {
    async over() {
      await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
    },
    async drop() {
      // As a browser does while the pointer rests.
      await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
      await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
      await session.detach()
    },
  }
}
