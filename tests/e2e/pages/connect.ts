import type { Page } from 'playwright'

/** Page object for the form that describes a tenant. */
export const connect = (page: Page) => ({
  form: page.getByRole('form', { name: 'Connection' }),
  /** A text field by its label; the secret's is a password field, which has no role. */
  field: (label: string) =>
    page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.locator('input[type="password"]').and(page.getByLabel(label))),
  /** The error message of a field. */
  problemAt: (label: string) =>
    page.locator('[aria-invalid="true"]').and(page.getByRole('textbox', { name: label, exact: true })),
  secret: page.getByRole('textbox', { name: 'Client secret', exact: true }),
  organization: page.getByRole('radio', { name: 'The organization' }),
  save: page.getByRole('button', { name: 'Save and sign in' }),
  certificate: page.locator('input[type="file"]').last(),
})

/** Page object for the sign-in screen. */
export const signIn = (page: Page) => ({
  begin: page.getByRole('button', { name: 'Sign in with the browser' }),
  beginOrganization: page.getByRole('button', { name: 'Sign in', exact: true }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  failure: page.getByRole('alert'),
})
