import type { Page } from 'playwright'

type Side = 'Theirs' | 'Mine' | 'Both, put together' | 'Something else'

/** Page object for the outbox: pending writes, their questions and recent results. */
export const outbox = (page: Page) => {
  const waiting = page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')
  const field = (name: string) => page.getByRole('radiogroup', { name, exact: true })
  return {
    waiting,
    item: (text: string | RegExp) => waiting.filter({ hasText: text }),
    done: page.getByRole('region', { name: 'Lately done' }).getByRole('listitem'),
    holdAll: page.getByRole('button', { name: 'Hold everything' }),
    letAllGo: page.getByRole('button', { name: 'Let everything go' }),
    sendNow: page.getByRole('button', { name: 'Send now' }),
    held: page.getByRole('status').filter({ hasText: 'Everything is being held back' }),
    decide: page.getByRole('link', { name: /^Decide: / }),
    discard: page.getByRole('button', { name: /^Discard…: / }),
    dialog: page.getByRole('dialog'),
    /** The sidebar link to the outbox, with the count. */
    link: page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Outbox/ }),
    activity: page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }),
    /** The page of one write. */
    about: {
      field,
      side: (name: string, side: Side) => field(name).getByRole('radio', { name: side }),
      text: (name: string) => page.getByRole('textbox', { name }),
      saveAndSend: page.getByRole('button', { name: 'Save and send' }),
      answer: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }),
      history: page.getByRole('region', { name: 'What happened' }),
    },
  }
}
