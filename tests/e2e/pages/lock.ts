import type { Page } from 'playwright'

/** Page object for the lock screen. */
export const lock = (page: Page) => ({
  title: page.getByRole('heading', { name: 'Steward is locked' }),
  passphrase: page.getByRole('textbox', { name: 'Passphrase', exact: true }),
  unlock: page.getByRole('button', { name: 'Unlock' }),
  problem: page.getByRole('alert'),
  waiting: page.getByRole('timer'),
  forgotten: page.getByText('Forgot the passphrase?'),
  removeEverything: page.getByRole('button', { name: 'Remove everything…' }),
  removed: page.getByRole('heading', { name: 'Everything was removed' }),
  keys: () => page.keyboard.press('ControlOrMeta+Shift+L'),
})

/** Page object for the lock's settings and dialogs. */
export const custody = (page: Page) => ({
  setPassphrase: page.getByRole('button', { name: 'Set a passphrase…' }),
  changePassphrase: page.getByRole('button', { name: 'Change…' }),
  removePassphrase: page.getByRole('button', { name: 'Remove…', exact: true }),
  field: (label: string) => page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }),
  set: page.getByRole('dialog').getByRole('button', { name: 'Set it' }),
  removeEverything: page.getByRole('button', { name: 'Remove everything…' }),
  removal: page.getByRole('dialog', { name: 'Remove everything from this computer?' }),
  here: page.getByRole('list', { name: 'Here and nowhere else' }),
  mayBeLost: page.getByRole('checkbox', { name: /may be lost for good/ }),
  words: page.getByRole('textbox', { name: 'Type these words to confirm' }),
  remove: page.getByRole('button', { name: 'Remove everything', exact: true }),
})
