import type { PageReading } from '../../electron/api/intake.ts'

/** Pages of dropped files are never read. */
export const noReading: PageReading = {
  read: async () => ({ is: 'no-text-kind' }),
  state: () => 'locked',
  onChanged: () => () => {},
}
