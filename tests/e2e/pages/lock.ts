import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for the lock screen. */
export const lock = (page: Page) => ({
  title: page.getByRole('heading', { name: words.lock.locked }),
  passphrase: page.getByRole('textbox', { name: words.lock.passphrase, exact: true }),
  unlock: page.getByRole('button', { name: words.lock.unlock }),
  problem: page.getByRole('alert'),
  waiting: page.getByRole('timer'),
  forgotten: page.getByText(words.lock.forgotten),
  removeEverything: page.getByRole('button', { name: words.lock.removeAllFrom }),
  removed: page.getByRole('heading', { name: words.lock.removed }),
  keys: () => page.keyboard.press('ControlOrMeta+Shift+L'),
})

/** Page object for the lock's settings and dialogs. */
export const lockSettings = (page: Page) => ({
  setPassphrase: page.getByRole('button', { name: words.lock.set }),
  changePassphrase: page.getByRole('button', { name: words.buttons.change }),
  removePassphrase: page.getByRole('button', { name: words.buttons.removeFrom, exact: true }),
  field: (label: string) => page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }),
  set: page.getByRole('dialog').getByRole('button', { name: words.lock.setIt }),
  removeEverything: page.getByRole('button', { name: words.lock.removeAllFrom }),
  removal: page.getByRole('dialog', { name: words.lock.removal }),
  here: page.getByRole('list', { name: words.lock.onlyHere }),
  mayBeLost: page.getByRole('checkbox', { name: words.lock.mayBeLost }),
  words: page.getByRole('textbox', { name: words.lock.typeToConfirm }),
  remove: page.getByRole('button', { name: words.lock.removeAll, exact: true }),
})
