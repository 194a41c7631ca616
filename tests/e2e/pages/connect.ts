import type { Page } from 'playwright'
import { words } from '../words.ts'

/** A firm as it is typed into the three steps of the form. */
export type TypedFirm = {
  name?: string
  baseUrl: string
  authUrl: string
  clientId: string
  clientSecret: string
  /** Path of its certificate authority. */
  ca?: string
  /** Absent if the organization signs in. */
  redirectUri?: string
}

/** Page object for the form that describes a tenant. */
export const connect = (page: Page) => {
  /** A text field by its label; the secret's is a password field, which has no role. */
  const field = (label: string) =>
    page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.locator('input[type="password"]').and(page.getByLabel(label)))
  const organization = page.getByRole('radio', { name: words.connect.organization })
  const certificate = page.locator('input[type="file"]').last()
  const next = page.getByRole('button', { name: words.connect.next })
  const save = page.getByRole('button', { name: words.connect.save })
  const steps = {
    async address({ name = '', baseUrl, authUrl, ca }: TypedFirm) {
      await field(words.fields.name).fill(name)
      await field(words.connect.serviceAddress).fill(baseUrl)
      await field(words.connect.signInAddress).fill(authUrl)
      if (ca !== undefined) await certificate.setInputFiles(ca)
      await next.click()
    },
    async client({ clientId, clientSecret, redirectUri }: TypedFirm) {
      await field(words.connect.clientId).fill(clientId)
      await field(words.connect.clientSecret).fill(clientSecret)
      if (redirectUri === undefined) await organization.check()
      await next.click()
    },
    async redirect({ redirectUri }: TypedFirm) {
      if (redirectUri !== undefined) await field(words.connect.redirectAddress).fill(redirectUri)
      await save.click()
    },
  }
  return {
    form: page.getByRole('form', { name: words.connect.form }),
    field,
    /** The error message of a field. */
    problemAt: (label: string) =>
      page.locator('[aria-invalid="true"]').and(page.getByRole('textbox', { name: label, exact: true })),
    secret: page.getByRole('textbox', { name: words.connect.clientSecret, exact: true }),
    organization,
    certificate,
    next,
    save,
    back: page.getByRole('button', { name: words.buttons.back, exact: true }),
    failure: page.getByRole('alert'),
    checks: page.getByRole('list', { name: words.connect.checks }),
    /** The step on screen. */
    step: page.locator('[aria-current="step"]'),
    request: page.locator('details').filter({ hasText: words.connect.request }),
    /** Fills in the steps in order and submits each, as far as `last`. A step whose check fails stays on screen. */
    async fillIn(firm: TypedFirm, last: keyof typeof steps = 'redirect') {
      for (const step of ['address', 'client', 'redirect'] as const) {
        await steps[step](firm)
        if (step === last) return
      }
    },
  }
}

/** Page object for the form that edits a connection. */
export const editConnection = (page: Page) => ({
  ...connect(page),
  save: page.getByRole('button', { name: words.buttons.save, exact: true }),
  saveAsOther: page.getByRole('button', { name: words.connect.saveAsOther }),
  notice: page.getByRole('status').filter({ hasText: words.connect.another }),
})

/** Page object for the sign-in screen. */
export const signIn = (page: Page) => ({
  begin: page.getByRole('button', { name: words.signIn.withBrowser }),
  beginOrganization: page.getByRole('button', { name: words.signIn.organization, exact: true }),
  cancel: page.getByRole('button', { name: words.buttons.cancel }),
  failure: page.getByRole('alert'),
})
