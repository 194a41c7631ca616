import type { LocalDataSummary } from '../../../shared/ipc/lock.ts'

type Left = LocalDataSummary['connections'][number]

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** The data that one connection would lose, in words. */
export function leftWords({ unsent, staged, drafts }: Left): string {
  if (unsent === null || staged === null || drafts === null) return 'unsent changes cannot be counted now'
  const parts = [
    unsent > 0 ? counted(unsent, 'unsent change', 'unsent changes') : '',
    staged > 0 ? counted(staged, 'file waiting to be uploaded', 'files waiting to be uploaded') : '',
    drafts > 0 ? counted(drafts, 'draft', 'drafts') : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'everything is in the service' : parts.join(', ')
}

/** Returns true if data would be lost for good, or if that cannot be determined. */
export const isLossy = ({ connections, others }: LocalDataSummary): boolean =>
  others > 0 || connections.some(({ unsent, staged, drafts }) => unsent !== 0 || staged !== 0 || drafts !== 0)
