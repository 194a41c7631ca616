import { Link } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TodayAnswer } from '../../../shared/ipc/today.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { CalendarDate, MailLink, RecordText, Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { TodaySection, whoseOf } from './TodaySection.tsx'
import classes from './today.module.css'

export type DateList = ContractOutputs['dates']['list']

/** The rules of ages that the birthdays below say. */
export const agesOfBirthdays = ['age-18', 'age-65'] as const

/** Days of Next dates, and its most lines. */
export const [daysAhead, mostDates] = [30, 6]

/** The nearest open dates, by rules and the user's own; the page Dates has all. */
export function NextDates({ dates: { lines, total }, owner }: { dates: DateList; owner: string | null }) {
  const connectionId = useConnection().id
  return (
    <TodaySection
      title="Next dates"
      anchor="dates"
      many="dates"
      whose={whoseOf(owner)}
      section={{ lines, total }}
      about={`In the next ${daysAhead} days. Check a date by a rule before you rely on it.`}
      aside={
        <Link
          to="/c/$connectionId/dates"
          params={{ connectionId }}
          search={owner === null ? { whose: 'firm' } : {}}
          className={classes.listLink}
        >
          All dates
        </Link>
      }
      keyOf={({ subject, what, date }) => `${subject} ${what} ${date}`}
    >
      {({ title, record, household, date, doubt }) => (
        <>
          <span>
            <RecordText>{title}</RecordText>
            {record.resource === 'households' || record.name === null ? null : (
              <>
                {' · '}
                <RecordLink resource={record.resource} id={record.id} name={record.name} />
              </>
            )}
            {doubt === null ? null : <span className="quiet"> · {doubt}</span>}
          </span>
          <span className={classes.middle}>
            {household.name === null ? null : (
              <RecordLink resource="households" id={household.id} name={household.name} />
            )}
          </span>
          <span className={classes.end}>
            <CalendarDate date={date} />
          </span>
        </>
      )}
    </TodaySection>
  )
}

/** Birthdays of the coming days, with the ages that matter marked. */
export function Birthdays({ birthdays, owner }: { birthdays: TodayAnswer['birthdays']; owner: string | null }) {
  return (
    <TodaySection
      title="Birthdays in the next 30 days"
      anchor="birthdays"
      many="birthdays"
      whose={whoseOf(owner)}
      section={birthdays}
      keyOf={({ individual }) => individual.id}
    >
      {({ individual, household, date, age, milestone, email }) => (
        <>
          <span className={`row ${classes.person}`}>
            <PersonAvatar name={individual.name} id={individual.id} />
            <RecordLink resource="individuals" id={individual.id} name={individual.name} />
            {milestone ? <Tag accent>Turns {String(age)}</Tag> : <span className="quiet">turns {age}</span>}
          </span>
          <span className={classes.middle}>
            <RecordLink resource="households" id={household.id} name={household.name} />
          </span>
          <span className={`row ${classes.end}`}>
            <CalendarDate date={date} />
            {email === null ? null : <MailLink email={email} text="E-mail" label={`E-mail ${individual.name}`} />}
          </span>
        </>
      )}
    </TodaySection>
  )
}
