import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the support bundle in settings. */
export const support = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: words.settings.bundle })
  const files = dialog.getByRole('navigation', { name: words.settings.bundleFiles }).getByRole('button')
  return {
    look: page.getByRole('button', { name: words.settings.bundleOpen }),
    dialog,
    files,
    file: (name: string) => files.filter({ hasText: name }),
    text: dialog.locator('pre'),
    copy: (name: string) => dialog.getByRole('button', { name: words.buttons.copy(name) }),
    save: dialog.getByRole('button', { name: words.buttons.saveAsZip }),
    saved: page.getByRole('alert').filter({ hasText: words.settings.savedAs }),
  }
}
