import type { Page } from 'playwright'

/** Signing in to one connection. */
export const signIn = (page: Page) => ({
  /** For the Authorization Code flow; the organization's button is `asOrganization`. */
  withBrowser: page.getByRole('button', { name: 'Sign in with the browser' }),
  asOrganization: page.getByRole('button', { name: 'Sign in', exact: true }),
  steps: page.getByRole('list').filter({ hasText: 'Getting ready' }),
  currentStep: page.locator('[aria-current="step"]'),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  /** The failure; its code is in `data-code`. */
  failure: page.getByRole('alert'),
  tryAgain: page.getByRole('button', { name: 'Try again' }),
  copyDetails: page.getByRole('button', { name: 'Copy details' }),
})
