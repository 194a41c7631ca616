import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useId, useState } from 'react'
import { kindInWords, leadOf } from '../../../shared/domain/activity.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import type { ActivityChange, SavedTogether } from '../../../shared/ipc/activity.ts'
import { openByArrows } from '../../components/line-keys.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordText } from '../../components/Values.tsx'
import { ActivityChangeItem, Outcome } from './ActivityChangeItem.tsx'
import classes from './activity.module.css'
import { useActivitySearch } from './activity-search.ts'
import { useChanges } from './use-changes.ts'

type Kind = SavedTogether['kinds'][number]

/** `Added household Miller`, or `added 12 people`. */
function KindOf({ kind, nth }: { kind: Kind; nth: number }) {
  const { title } = kind
  const words = title === null ? kindInWords(kind) : leadOf(kind)
  return (
    <>
      {nth === 0 ? words : `, ${words[0]?.toLowerCase()}${words.slice(1)}`}
      {title === null ? null : (
        <>
          {' '}
          <RecordText>{title}</RecordText>
        </>
      )}
    </>
  )
}

/** Its changes one by one, with those that the filters leave. */
function Members({ change, count }: { change: ActivityChange; count: number }) {
  const { asked } = useActivitySearch()
  const query = useChanges({ ...asked, saved_with: change.operation_id })
  return (
    <QueryView query={query} label="changes">
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes)
        return (
          <>
            <ol className="plain-list">
              {changes.map((one) => (
                <ActivityChangeItem key={one.operation_id} change={one} />
              ))}
            </ol>
            {query.hasNextPage && changes.length < count ? (
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more of these {formatCount(count)}
              </Button>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

/** Changes that were saved together, in one line; the changes themselves are shown when asked for. */
export function ActivitySave({ change, together }: { change: ActivityChange; together: SavedTogether }) {
  const { count, kinds, outcomes } = together
  const [opened, setOpened] = useState(false)
  const members = useId()
  const Chevron = opened ? IconChevronDown : IconChevronRight
  const onKeyDown = openByArrows(setOpened)
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <time dateTime={change.saved_at} title={formatMoment(change.saved_at)} className="quiet tabular">
          {formatTime(change.saved_at)}
        </time>
        <button
          type="button"
          className={classes.save}
          aria-expanded={opened}
          aria-controls={opened ? members : undefined}
          data-line
          onClick={() => setOpened(!opened)}
          onKeyDown={onKeyDown}
        >
          <Chevron size={14} stroke={1.75} aria-hidden />
          <span>
            {kinds.map((kind, nth) => (
              <Fragment key={`${kind.action} ${kind.resource}`}>
                <KindOf kind={kind} nth={nth} />
              </Fragment>
            ))}
          </span>
        </button>
        <div className={classes.end}>
          {outcomes.map(({ outcome, count: of, said }) => (
            <Outcome
              key={outcome}
              outcome={outcome}
              said={outcomes.length === 1 ? said : `${formatCount(of)} ${said[0]?.toLowerCase()}${said.slice(1)}`}
            />
          ))}
        </div>
      </div>
      {opened ? (
        <div id={members} className={classes.opened}>
          <Members change={change} count={count} />
        </div>
      ) : null}
    </li>
  )
}
