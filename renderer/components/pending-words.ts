import type { PendingMark } from '../../shared/ipc/rows.ts'

const words: Readonly<Record<PendingMark, string>> = {
  created: 'Created on this computer, not sent yet',
  changed: 'Changed on this computer, not sent yet',
  deleted: 'Deleted on this computer, not sent yet',
}

/** A pending write's effect on a record, in words. */
export const pendingWords = (mark: PendingMark, attention: boolean): string =>
  attention ? `${words[mark]}: needs your decision` : words[mark]
