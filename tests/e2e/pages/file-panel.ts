import type { Page } from 'playwright'

/** Page object for the file beside a document's record. */
export const filePanel = (page: Page) => {
  const root = page.getByRole('region', { name: 'File', exact: true })
  return {
    root,
    download: root.getByRole('button', { name: /^Download/ }),
    open: root.getByRole('button', { name: /^Open/ }),
    saveAs: root.getByRole('button', { name: 'Save as…' }),
    showInFolder: root.getByRole('button', { name: 'Show in folder' }),
    more: root.getByRole('button', { name: 'More about the file' }),
    /** The preview for a kind of file. */
    preview: (kind: string) => root.locator(`[data-preview="${kind}"]`),
    /** A PDF's page, once it is drawn. */
    pdfPage: (number: number) => root.locator(`section[aria-label="Page ${number}"][aria-busy="false"]`),
    cannotBeShown: root.getByText('This PDF cannot be shown'),
    pageField: root.getByRole('textbox', { name: 'Page' }),
    find: root.getByRole('button', { name: 'Find' }),
    findField: root.getByRole('textbox', { name: 'Find in the document' }),
    findCount: root.getByRole('search').locator('output'),
    nextPlace: root.getByRole('button', { name: 'Next place' }),
  }
}
