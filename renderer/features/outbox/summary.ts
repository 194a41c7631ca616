import type { OutboxCounts } from '../../../shared/ipc/outbox.ts'

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${many}`

/** The state of the outbox in one sentence. */
export function summary({ open, attention }: OutboxCounts): string {
  const waiting = `${count(open, 'change is', 'changes are')} saved on this computer and not in the service yet`
  return attention === 0 ? `${waiting}.` : `${waiting}; ${count(attention, 'needs', 'need')} your decision.`
}
