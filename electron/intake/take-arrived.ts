import PQueue from 'p-queue'
import type { IntakeOwner } from '../../shared/ipc/intake.ts'
import type { HeldPath } from './arrived-files.ts'
import { issueOf } from './issues.ts'
import { openSourceFile } from './source-file.ts'
import type { Tray } from './tray.ts'

/** Number of files received at once, the same as from a page. */
const abreast = 3

/**
 * Puts files into the tray by path. When this resolves, each has a row there, and the first transfers have started.
 *
 * @throws the errors of `announce`
 */
export async function takeArrived(tray: Tray, owner: IntakeOwner, files: readonly HeldPath[]): Promise<void> {
  const announced = files.map(({ name, size }) => ({ name, folder: '', size }))
  const rows = await tray.announce({ owner, files: announced })
  const queue = new PQueue({ concurrency: abreast })
  rows.forEach(({ row_id: rowId, waits }, at) => {
    const path = files[at]?.path
    if (path !== undefined && waits) void queue.add(() => takeOne(tray, rowId, path))
  })
}

/** Never rejects: an error is stored in the row. */
async function takeOne(tray: Tray, rowId: string, path: string): Promise<void> {
  try {
    const file = await openSourceFile(path)
    try {
      await tray.receive(rowId, file.bytes)
    } finally {
      await file.close()
    }
  } catch (problem) {
    await tray.giveUp(rowId, issueOf(problem)).catch(() => {})
  }
}
