import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDateKinds } from '../../../shared/dates/own-dates.ts'
import { countOf } from '../../../shared/domain/counts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { DatedRecord, DateLine, OwnDate } from '../../../shared/ipc/dates.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { firstShown, Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { CalendarDate, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { useNow } from '../../lib/use-now.ts'
import { FoundIn } from '../estate-map/public.ts'
import { DateDialog } from './DateDialog.tsx'
import { DateLineItem, repetitionWords } from './DateLine.tsx'
import classes from './dates.module.css'
import { useDateActions } from './use-own-dates.ts'

type LineProps = { shown: OwnDate; onChange: (shown: OwnDate) => void; withRecord: boolean }

/** The actions of the user's own date. */
function useOwnActions(onChange: (shown: OwnDate) => void) {
  const actions = useDateActions()
  const reason = useForbidden('dates.change')
  return (shown: OwnDate) => [
    { label: 'Change this date…', onRun: () => onChange(shown), reason },
    { label: 'Remove this date', onRun: () => void actions.remove(shown), reason },
  ]
}

function Line({ shown, onChange, withRecord }: LineProps) {
  const actionsOf = useOwnActions(onChange)
  const { title, kind, record, next, date, found_in: place } = shown
  const details = [title === ownDateKinds[kind] ? null : ownDateKinds[kind], repetitionWords(shown)]
  const words = details.filter((text) => text !== null).join(' · ')
  return (
    <li className={`row ${classes.date}`}>
      <div className={`anywhere ${classes.about}`}>
        <span>
          <CalendarDate date={next ?? date} /> <RecordText>{title}</RecordText>
          {next === null ? <Quiet> · past</Quiet> : null}
        </span>
        {words === '' ? null : <span className={classes.note}>{words}</span>}
        {withRecord ? (
          <span className={classes.note}>
            {record.name === null ? (
              'Of a record that is no longer in the offline copy'
            ) : (
              <RecordLink resource={record.resource} id={record.id} name={record.name} />
            )}
          </span>
        ) : null}
        {place === null ? null : <FoundIn places={[place]} className={classes.note} />}
      </div>
      <OverflowMenu label={`More for ${title}`} actions={actionsOf(shown)} />
    </li>
  )
}

/** The lines of a record's page that are shown at first. */
const fewLines = 3

type NextProps = {
  record: DatedRecord
  lines: readonly DateLine[]
  own: readonly OwnDate[]
  onChange: (shown: OwnDate) => void
}

/** The overdue and next dates of a record, each done, snoozed and noted like on the page Dates; the later ones are closed. */
function NextDates({ record, lines, own, onChange }: NextProps) {
  const [all, { toggle }] = useDisclosure(false)
  const today = localToday(new Date(useNow()))
  const actionsOf = useOwnActions(onChange)
  const isSnoozed = ({ mark: { snoozed_until: until } }: DateLine) => until !== null && until > today
  const open = lines.filter((line) => !isSnoozed(line)).length
  const few = Math.min(fewLines, open)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between its lines.
    <div className={classes.ofRecord} onKeyDown={moveByLine}>
      {lines.length === 0 ? null : (
        <ul className="plain-list" aria-label="Next dates">
          {lines.slice(0, all ? lines.length : few).map((line) => {
            const shown = own.find(({ id }) => id === line.subject)
            return (
              <DateLineItem
                key={`${line.subject} ${line.what} ${line.date}`}
                {...{ line, today, on: record, more: shown ? actionsOf(shown) : [] }}
              />
            )
          })}
        </ul>
      )}
      {lines.length > few ? (
        <Button
          variant="default"
          size="compact-xs"
          mt={4}
          aria-expanded={all}
          onClick={toggle}
          data-on-paper={firstShown(all ? lines.length : few, lines.length)}
        >
          {all ? 'Show less' : `Show all ${countOf(lines.length, 'date', 'dates')}`}
        </Button>
      ) : null}
    </div>
  )
}

type Props = { record: DatedRecord; name: string; householdId: string }

/**
 * The dates of a record with a button to add one. People, entities and documents have those that are overdue and of the coming year, by rules and the
 * user's own, and below them the user's others; a household, whose brief has its next dates, the user's own and those of its records.
 */
export function RecordDates({ record, name, householdId }: Props) {
  const connectionId = useConnection().id
  const api = useApi()
  const isHousehold = record.resource === 'households'
  const ofRecord = useQuery({
    ...api.dates.ofRecord.queryOptions({ input: { connectionId, ...record } }),
    enabled: !isHousehold,
  })
  const ofHousehold = useQuery({
    ...api.dates.ofHousehold.queryOptions({ input: { connectionId, household_id: householdId } }),
    enabled: isHousehold,
  })
  const next = useQuery({
    ...api.dates.next.queryOptions({ input: { connectionId, ...record } }),
    enabled: !isHousehold,
  })
  const query = isHousehold ? ofHousehold : ofRecord
  const [opened, setOpened] = useState<OwnDate | 'new' | null>(null)
  const reason = useForbidden('dates.add')
  const add = () => setOpened('new')
  const close = () => setOpened(null)
  useCommand('date.add', reason === null ? add : null)
  const dates = query.data?.dates ?? []
  const isClientView = usePresenting() !== null
  const today = localToday(new Date(useNow()))
  const isNoted = ({ date, mark: { snoozed_until: until } }: DateLine) =>
    date < today || (until !== null && until > today)
  // The user’s marks are not for the client.
  const lines = (next.data?.lines ?? []).filter((line) => !isClientView || !isNoted(line))
  const others = dates.filter(({ id }) => !lines.some(({ subject }) => subject === id))
  // Few records have dates. The household's page has a link to this section, which must lead to a heading.
  const isBare = !isHousehold && !query.isError && !next.isError && dates.length + lines.length === 0
  // A client has the next dates in the brief, and adds none.
  if (isClientView && isHousehold && dates.length === 0) return null
  return (
    <Section
      title="Dates"
      anchor="dates"
      isBare={isBare}
      {...(isHousehold && dates.length > 0 ? { count: dates.length } : {})}
      aside={
        <ReasonedButton reason={reason} onClick={add} {...(isBare ? { variant: 'transparent', px: 0 } : {})}>
          Add a date…
        </ReasonedButton>
      }
    >
      {query.isError && query.data === undefined ? (
        <PartError what="Your own dates" onRetry={() => void query.refetch()} />
      ) : null}
      {next.isError && next.data === undefined ? (
        <PartError what="The dates of the coming year" onRetry={() => void next.refetch()} />
      ) : null}
      {isHousehold && query.data !== undefined && dates.length === 0 ? <Quiet>No dates of your own yet.</Quiet> : null}
      {lines.length > 0 ? <NextDates {...{ record, lines, own: dates }} onChange={setOpened} /> : null}
      {others.length === 0 || (!isHousehold && next.isPending) ? null : (
        <>
          {isHousehold || lines.length === 0 ? null : <h3 className={classes.heading}>Later, done and past</h3>}
          <ul className={classes.dates} aria-label="Your own dates">
            {others.map((shown) => (
              <Line
                key={shown.id}
                shown={shown}
                onChange={setOpened}
                withRecord={shown.record.resource !== record.resource || shown.record.id !== record.id}
              />
            ))}
          </ul>
        </>
      )}
      {opened === 'new' ? <DateDialog of={{ record, householdId }} name={name} onClose={close} /> : null}
      {opened === null || opened === 'new' ? null : (
        <DateDialog shown={opened} name={opened.record.name ?? name} onClose={close} />
      )}
    </Section>
  )
}
