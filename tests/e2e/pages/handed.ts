import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for links and files that the system handed over. */
export const handed = (page: Page) => ({
  lost: page.getByRole('alert').filter({ hasText: words.intake.lostLink }),
  dialog: page.getByRole('dialog', { name: words.intake.question }),
})
