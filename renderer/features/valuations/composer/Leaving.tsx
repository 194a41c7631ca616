import { useBlocker } from '@tanstack/react-router'
import { useDrafts } from '../../../components/forms/drafts.ts'
import { LeaveDialog } from '../../../components/forms/LeaveDialog.tsx'

/**
 * Confirms leaving the page; the draft can be kept for later.
 *
 * @param saving - true while the valuation is being saved: then there is nothing to confirm
 */
export function Leaving({ draft, saving }: { draft: string; saving: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      !saving && current.pathname !== next.pathname && useDrafts.getState().drafts[draft]?.dirty === true,
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <LeaveDialog
      title="Leave without logging the valuation?"
      onStay={blocker.reset}
      onKeep={blocker.proceed}
      onDiscard={() => {
        useDrafts.getState().end(draft)
        blocker.proceed()
      }}
    >
      A draft stays on this computer for when you come back. It is not sent.
    </LeaveDialog>
  )
}
