import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the file beside a document's record. */
export const filePanel = (page: Page) => {
  const root = page.getByRole('region', { name: words.file.panel, exact: true })
  return {
    root,
    download: root.getByRole('button', { name: words.file.download }),
    open: root.getByRole('button', { name: words.file.open }),
    saveAs: root.getByRole('button', { name: words.buttons.saveAs }),
    showInFolder: root.getByRole('button', { name: words.buttons.showInFolder }),
    more: root.getByRole('button', { name: words.file.more }),
    /** The preview for a kind of file. */
    preview: (kind: string) => root.locator(`[data-preview="${kind}"]`),
    /** A PDF's page, once it is drawn. */
    pdfPage: (number: number) => root.locator(`section[aria-label="Page ${number}"][aria-busy="false"]`),
    needsReader: root.getByText(words.file.needsReader),
    cannotBeShown: root.getByText(words.file.damagedPdf),
    pageField: root.getByRole('textbox', { name: words.file.page }),
    find: root.getByRole('button', { name: words.buttons.find }),
    findField: root.getByRole('textbox', { name: words.file.findIn }),
    findCount: root.getByRole('search').locator('output'),
    nextPlace: root.getByRole('button', { name: words.file.next }),
  }
}
