import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the dialog of meeting packs. */
export const pack = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: words.pack.dialog })
  return {
    dialog,
    open: page.getByRole('button', { name: words.pack.open }),
    openMany: page.getByRole('button', { name: words.pack.openMany }),
    sections: dialog.getByRole('list', { name: words.pack.sections }).getByRole('checkbox'),
    section: (name: string) => dialog.getByRole('checkbox', { name, exact: true }),
    template: dialog.getByRole('combobox', { name: words.pack.template }),
    templateNamed: (name: string) => page.getByRole('option', { name, exact: true }),
    saveAs: dialog.getByRole('button', { name: words.pack.saveAs }),
    nameOfTemplate: dialog.getByRole('textbox', { name: words.pack.nameOfTemplate }),
    questions: dialog.getByRole('textbox', { name: words.pack.questions }),
    save: dialog.getByRole('button', { name: words.pack.save }),
    saveMany: dialog.getByRole('button', { name: words.pack.saveMany }),
    asFolder: dialog.getByRole('radio', { name: words.pack.asFolder }),
    saveFolder: dialog.getByRole('button', { name: words.pack.saveFolder }),
    preview: dialog.getByRole('button', { name: words.pack.preview, exact: true }),
    previewDialog: page.getByRole('dialog', { name: words.pack.previewDialog }),
    saved: dialog.getByText(words.pack.saved),
    madeAgain: page.getByRole('alert').filter({ hasText: words.pack.saved }),
    alert: dialog.getByRole('alert'),
    printHere: dialog.getByRole('button', { name: words.pack.printHere }),
  }
}
