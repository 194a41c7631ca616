import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { Section } from '../../components/Section.tsx'
import { useConnection } from '../../lib/connection.ts'
import { FilesBudget } from './FilesBudget.tsx'
import classes from './travel-page.module.css'

type Props = { standing: ContractOutputs['travel']['list'] }

/** The disk space that downloaded files may take, and how much they take. */
export function Budget({ standing: { budget, used, loose } }: Props) {
  const connectionId = useConnection().id
  const pinned = used - loose
  const share = (bytes: number) => `${Math.min(100, (bytes / budget) * 100)}%`
  return (
    <Section title="Space for files">
      <p className={classes.room}>
        {formatBytes(used)} of {formatBytes(budget)} used: {formatBytes(pinned)} by pinned households,{' '}
        {formatBytes(loose)} by other documents that were opened.
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.pinned} style={{ inlineSize: share(pinned) }} />
        <span className={classes.loose} style={{ inlineSize: share(loose) }} />
      </div>
      {pinned > budget ? (
        <p className="warn small">
          Pinned households take more than the limit. Their files are not removed; unpin one, or raise the limit.
        </p>
      ) : null}
      <p className={classes.hint}>
        When space is needed, other documents are removed, least recently opened first. Files of pinned households are
        kept.
      </p>
      <FilesBudget className={classes.choice} connectionId={connectionId} budget={budget} label="File limit" />
    </Section>
  )
}
