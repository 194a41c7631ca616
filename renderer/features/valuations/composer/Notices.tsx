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
        A valuation is only ever added: once sent, it cannot be corrected or deleted here. The service takes no
        liabilities with it; what the entity owes is not part of it.
      </p>
      {reason === null ? null : <Notice>{reason}</Notice>}
      {waiting ? (
        <Notice>
          A valuation that was logged here waits to be sent. This one begins with it, and is sent after it.
        </Notice>
      ) : null}
      {composer.outdated ? (
        <Notice>
          A newer valuation came since this draft was begun. Differences are to the one that it began with.
          <Button variant="default" size="compact-xs" onClick={composer.startOver}>
            Drop the draft and begin with the newer one
          </Button>
        </Notice>
      ) : null}
    </>
  )
}
