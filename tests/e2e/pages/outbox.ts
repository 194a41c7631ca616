import type { Page } from 'playwright'
import { type WordOf, words } from '../words.ts'

type Side = WordOf<typeof words.outbox.sides>

/** Page object for the outbox: pending writes, their questions and recent results. */
export const outbox = (page: Page) => {
  const waiting = page.getByRole('list', { name: words.outbox.waiting }).getByRole('listitem')
  const field = (name: string) => page.getByRole('radiogroup', { name, exact: true })
  return {
    waiting,
    item: (text: string | RegExp) => waiting.filter({ hasText: text }),
    done: page.getByRole('region', { name: words.outbox.recent }).getByRole('listitem'),
    holdAll: page.getByRole('button', { name: words.outbox.holdAll }),
    letAllGo: page.getByRole('button', { name: words.outbox.release }),
    sendNow: page.getByRole('button', { name: words.outbox.sendNow }),
    held: page.getByRole('status').filter({ hasText: words.outbox.held }),
    decide: page.getByRole('link', { name: words.outbox.decide }),
    /** Shows the questions of all writes below each other, and those questions. */
    answerHere: (count: number) => page.getByRole('button', { name: words.outbox.answerHere(count) }),
    questions: page.getByRole('list', { name: words.outbox.questions, exact: true }).locator('> li'),
    discard: page.getByRole('button', { name: words.outbox.discardOf }),
    dialog: page.getByRole('dialog'),
    /** The sidebar link to the outbox, with the count. */
    link: page.getByRole('navigation', { name: words.frame.main }).getByRole('link', { name: words.outbox.link }),
    activity: page
      .getByRole('navigation', { name: words.frame.main })
      .getByRole('link', { name: words.frame.activity }),
    /** The page of one write. */
    about: {
      field,
      side: (name: string, side: Side) => field(name).getByRole('radio', { name: side }),
      text: (name: string) => page.getByRole('textbox', { name }),
      saveAndSend: page.getByRole('button', { name: words.outbox.saveAndSend }),
      answer: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }),
      history: page.getByRole('region', { name: words.outbox.happened }),
    },
  }
}
