import type { Page } from 'playwright'

/** Page object for the support bundle in settings. */
export const support = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Support bundle' })
  const files = dialog.getByRole('navigation', { name: 'Files of the bundle' }).getByRole('button')
  return {
    look: page.getByRole('button', { name: 'Look at a support bundle…' }),
    dialog,
    files,
    file: (name: string) => files.filter({ hasText: name }),
    text: dialog.locator('pre'),
    copy: (name: string) => dialog.getByRole('button', { name: `Copy ${name}` }),
    save: dialog.getByRole('button', { name: 'Save as ZIP…' }),
    saved: page.getByRole('alert').filter({ hasText: 'Saved as' }),
  }
}
