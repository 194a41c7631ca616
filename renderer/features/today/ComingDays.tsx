import { Link } from '@tanstack/react-router'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
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

type NextDatesProps = { dates: DateList; overdue: number; owner: string | null }

/** The nearest open dates, by rules and the user's own; the page Dates has all, and those that are overdue. */
export function NextDates({ dates: { lines, folds, total }, overdue, owner }: NextDatesProps) {
  const connectionId = useConnection().id
  const whose = owner === null ? { whose: 'firm' } : {}
  const items = [
    ...lines.map((line) => ({ date: line.date, line, fold: null })),
    ...folds.map((fold) => ({ date: fold.date, line: null, fold })),
  ]
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .slice(0, mostDates)
  return (
    <TodaySection
      title="Next dates"
      anchor="dates"
      many="dates"
      whose={whoseOf(owner)}
      section={{ lines: items, total }}
      about={
        total === 0
          ? `None in the next ${daysAhead} days.`
          : `In the next ${daysAhead} days. Check a date by a rule before you rely on it.`
      }
      aside={
        <>
          {overdue > 0 ? (
            <Link
              to="/c/$connectionId/dates"
              params={{ connectionId }}
              search={{ ...whose, state: 'overdue' }}
              className={classes.overdue}
            >
              {formatCount(overdue)} overdue
            </Link>
          ) : null}
          <Link to="/c/$connectionId/dates" params={{ connectionId }} search={whose} className={classes.listLink}>
            All dates
          </Link>
        </>
      }
      keyOf={({ date, line, fold }) => `${line?.subject ?? ''} ${line?.what ?? fold?.kind} ${date}`}
    >
      {({ date, line, fold }) => (
        <>
          {line === null ? null : <DateLineText line={line} />}
          {fold === null ? null : (
            <>
              <span>
                {fold.title}
                {' · '}
                <Link
                  to="/c/$connectionId/dates"
                  params={{ connectionId }}
                  search={{ ...whose, kind: fold.kind, month: date.slice(0, 7) }}
                >
                  {fold.resource === 'households'
                    ? countOf(fold.count, 'household', 'households')
                    : countOf(fold.count, 'person', 'people')}
                </Link>
              </span>
              <span className={classes.middle} />
            </>
          )}
          <span className={classes.end}>
            <CalendarDate date={date} />
          </span>
        </>
      )}
    </TodaySection>
  )
}

function DateLineText({ line: { title, record, household, doubt } }: { line: DateList['lines'][number] }) {
  return (
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
        {household.name === null ? null : <RecordLink resource="households" id={household.id} name={household.name} />}
      </span>
    </>
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
