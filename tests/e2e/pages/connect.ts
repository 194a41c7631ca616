import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the form that describes a tenant. */
export const connect = (page: Page) => ({
  form: page.getByRole('form', { name: words.connect.form }),
  /** A text field by its label; the secret's is a password field, which has no role. */
  field: (label: string) =>
    page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.locator('input[type="password"]').and(page.getByLabel(label))),
  /** The error message of a field. */
  problemAt: (label: string) =>
    page.locator('[aria-invalid="true"]').and(page.getByRole('textbox', { name: label, exact: true })),
  secret: page.getByRole('textbox', { name: words.connect.clientSecret, exact: true }),
  organization: page.getByRole('radio', { name: words.connect.organization }),
  save: page.getByRole('button', { name: words.connect.save }),
  certificate: page.locator('input[type="file"]').last(),
})

/** Page object for the sign-in screen. */
export const signIn = (page: Page) => ({
  begin: page.getByRole('button', { name: words.signIn.withBrowser }),
  beginOrganization: page.getByRole('button', { name: words.signIn.organization, exact: true }),
  cancel: page.getByRole('button', { name: words.buttons.cancel }),
  failure: page.getByRole('alert'),
})
