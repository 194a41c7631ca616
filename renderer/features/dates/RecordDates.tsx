import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDateKinds, repetitions } from '../../../shared/dates/own-dates.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { DatedRecord, OwnDate } from '../../../shared/ipc/dates.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { CalendarDate, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useForbidden } from '../../lib/policy.ts'
import { FoundIn } from '../estate-map/public.ts'
import { DateDialog } from './DateDialog.tsx'
import classes from './dates.module.css'
import { useDateActions } from './use-own-dates.ts'

/** How a date repeats, in words: “Every year until Jun 30, 2028”; null if it does not. */
function repetitionWords({ every, until }: OwnDate): string | null {
  if (every === 'once') return null
  const { name } = repetitions[every]
  return until === null ? name : `${name} until ${formatCalendarDate(until)}`
}

type LineProps = { shown: OwnDate; onChange: () => void; withRecord: boolean }

function Line({ shown, onChange, withRecord }: LineProps) {
  const actions = useDateActions()
  const reason = useForbidden('dates.change')
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
      <OverflowMenu
        label={`More for ${title}`}
        actions={[
          { label: 'Change this date…', onRun: onChange, reason },
          { label: 'Remove this date', onRun: () => void actions.remove(shown), reason },
        ]}
      />
    </li>
  )
}

type Props = { record: DatedRecord; name: string; householdId: string }

/** The user's own dates of a record, with a button to add one; of a household also those of its people, entities and documents. */
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
  const query = isHousehold ? ofHousehold : ofRecord
  const [opened, setOpened] = useState<OwnDate | 'new' | null>(null)
  const reason = useForbidden('dates.add')
  const add = () => setOpened('new')
  const close = () => setOpened(null)
  useCommand('date.add', reason === null ? add : null)
  const dates = query.data?.dates ?? []
  // Few records have dates. The household's page has a link to this section, which must lead to a heading.
  const isBare = !isHousehold && !query.isError && dates.length === 0
  return (
    <Section
      title="Dates"
      anchor="dates"
      isBare={isBare}
      {...(dates.length === 0 ? {} : { count: dates.length })}
      aside={
        <ReasonedButton reason={reason} onClick={add} {...(isBare ? { variant: 'transparent', px: 0 } : {})}>
          Add a date…
        </ReasonedButton>
      }
    >
      {query.isError && query.data === undefined ? (
        <PartError what="Your own dates" onRetry={() => void query.refetch()} />
      ) : null}
      {isHousehold && query.data !== undefined && dates.length === 0 ? <Quiet>No dates of your own yet.</Quiet> : null}
      {dates.length === 0 ? null : (
        <ul className={classes.dates} aria-label="Your own dates">
          {dates.map((shown) => (
            <Line
              key={shown.id}
              shown={shown}
              onChange={() => setOpened(shown)}
              withRecord={shown.record.resource !== record.resource || shown.record.id !== record.id}
            />
          ))}
        </ul>
      )}
      {opened === 'new' ? <DateDialog of={{ record, householdId }} name={name} onClose={close} /> : null}
      {opened === null || opened === 'new' ? null : (
        <DateDialog shown={opened} name={opened.record.name ?? name} onClose={close} />
      )}
    </Section>
  )
}
