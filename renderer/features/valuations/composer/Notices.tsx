import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './composer.module.css'
import type { Composer } from './use-composer.ts'

const Notice = ({ children }: { children: ReactNode }) => <output className={classes.notice}>{children}</output>

type Props = {
  composer: Composer
  /** Why the valuation cannot be saved; null if it can. */
  reason: string | null
  /** True if a valuation of this entity is still waiting to be sent. */
  waiting: boolean
}

/** Notices about this valuation, shown before the user types anything. */
export function Notices({ composer, reason, waiting }: Props) {
  return (
    <>
      <p className={classes.lead}>
        A valuation can only be added: once sent, it cannot be corrected or deleted here. The service accepts no
        liabilities in it, so what the entity owes is not included.
      </p>
      {reason === null ? null : <Notice>{reason}</Notice>}
      {waiting ? (
        <Notice>A valuation logged here is waiting to be sent. This one starts from it and is sent after it.</Notice>
      ) : null}
      {composer.outdated ? (
        <Notice>
          A newer valuation was synced after this draft was started. Differences are to the one it started from.
          <Button variant="default" size="compact-xs" onClick={composer.startOver}>
            Discard the draft and start from the newer one
          </Button>
        </Notice>
      ) : null}
    </>
  )
}
