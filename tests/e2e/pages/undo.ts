import type { Page } from 'playwright'
import { words } from '../words.ts'

/** Page object for what can be undone: in the toast, at the record and in the outbox. */
export const undo = (page: Page) => {
  const toast = page.getByRole('alert').filter({ hasText: words.form.saved })
  const main = page.getByRole('main')
  const waiting = page.getByRole('list', { name: words.outbox.waiting }).getByRole('listitem')
  return {
    toast,
    inToast: toast.getByRole('button', { name: words.undo.undo, exact: true }),
    toastWaits: toast.getByText(words.undo.waiting),
    undone: page.getByRole('alert').filter({ hasText: words.undo.undone }),
    nothing: page.getByRole('alert').filter({ hasText: words.undo.nothing }),
    putBack: main.getByRole('button', { name: words.undo.putBack }),
    atRecord: {
      waits: main.getByText(words.undo.waiting),
      undo: main.getByRole('button', { name: words.undo.undo, exact: true }),
      sendNow: main.getByRole('button', { name: words.undo.sendNow, exact: true }),
    },
    inOutbox: {
      waits: waiting.getByText(words.undo.waiting),
      undo: waiting.getByRole('button', { name: words.undo.undoOf }),
    },
  }
}
