import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { ageInYears, figureAge, nextBirthday } from '../../../shared/domain/figure-age.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { DatedRecord, DateLine } from '../../../shared/ipc/dates.ts'
import type { EntityRow, IndividualRow } from '../../../shared/ipc/rows.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { bySubject, ruleSources, whyUnknown } from '../../../shared/rules/expected-documents.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { firstShown, Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { isUnread, noValueKnown, useIsUnread, useSyncStatus } from '../../components/sync-state.tsx'
import { NoneOf, SoFar } from '../../components/Unread.tsx'
import { CalendarDate, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { useNow } from '../../lib/use-now.ts'
import { type HouseholdVisit, SinceMeeting } from '../changes/public.ts'
import { ExceptButton, MissingListButton, RuleExceptions, type RuleSubject } from '../missing-documents/public.ts'
import classes from './households.module.css'

type Detail = ContractOutputs['households']['get']

/** Longer notes are shown on request only, so that the rest of the brief stays on the first screen. */
const [mostCharacters, mostLines] = [420, 7]

function Notes({ text }: { text: string }) {
  const [open, { toggle }] = useDisclosure(false)
  const isLong = text.length > mostCharacters || text.split('\n').length > mostLines
  return (
    <Section title="Notes" anchor="notes">
      <div className={isLong && !open ? classes.cutNotes : undefined}>
        <LongText text={text} />
      </div>
      {isLong ? (
        <Button variant="default" size="compact-xs" mt={4} aria-expanded={open} onClick={toggle}>
          {open ? 'Show less' : 'Show all notes'}
        </Button>
      ) : null}
    </Section>
  )
}

/** Birthdays of this many coming days are shown; ages that matter, of a year. */
const daysAhead = 60
const fewDates = 5
/** Overdue dates before “Show all”: they leave the next ones their room. */
const fewOverdue = 2

type NextDate = {
  key: string
  date: string
  of: { resource: DatedRecord['resource']; id: string; name: string | null } | null
  what: ReactNode
  isOverdue?: boolean
}

type Birthday = NonNullable<ReturnType<typeof nextBirthday>>

const turns = ({ age, milestone }: Birthday) => (milestone ? <strong>turns {age}</strong> : <Quiet>turns {age}</Quiet>)

/** Birthdays soon, and ages that matter within a year. */
function birthdaysOf(people: readonly IndividualRow[], today: string): (NextDate & { age: number })[] {
  return people.flatMap((person) => {
    const next = person.is_deceased ? null : nextBirthday(person.date_of_birth, today)
    if (next === null || !(next.milestone || next.days <= daysAhead)) return []
    const of = { resource: 'individuals' as const, id: person.id, name: person.title }
    return [{ key: person.id, date: next.date, of, what: turns(next), age: next.age }]
  })
}

type WithHousehold = { household: RuleSubject }

/** A date that a rule derives, with the rule's words and source. */
function Derived({ household, line }: WithHousehold & { line: DateLine }) {
  const { what: rule_id, title, record, words, source, moved_from, doubt } = line
  return (
    <details className={classes.derived}>
      <summary>
        {title}
        {doubt === null ? null : <Quiet> · {doubt}</Quiet>}
      </summary>
      <p className="note">
        {words}{' '}
        {moved_from === null ? null : `Moved from ${formatCalendarDate(moved_from)}, which is no business day. `}
        Check it before you rely on it.{source ? ` ${source}.` : ''}
      </p>
      <ExceptButton
        {...household}
        {...(record.resource === 'individuals'
          ? { record: { resource: 'individuals', id: record.id } as const, name: record.name ?? '' }
          : {})}
        rules={[{ rule_id, rule: title }]}
      />
    </details>
  )
}

const toLine =
  (household: RuleSubject) =>
  (line: DateLine): NextDate => {
    const { subject, what, date, record, own, title } = line
    const key = `${what} ${subject} ${date}`
    if (own !== null) return { key, date, of: record, what: <RecordText key={key}>{title}</RecordText> }
    const of = record.resource === 'households' ? null : record
    return { key, date, of, what: <Derived key={key} household={household} line={line} /> }
  }

const noDates = <Quiet>No birthday in the next {daysAhead} days, and no other open date in the coming year.</Quiet>

/** The open dates of a household that are overdue or near, with those that rules derive and the user's own. */
function useNextDates({ record, title, individuals }: Detail) {
  const input = { connectionId: useConnection().id, household_id: record.id }
  const query = useQuery(useApi().today.dates.queryOptions({ input }))
  // The user’s marks are not for the client.
  const isClientView = usePresenting() !== null
  const today = localToday(new Date(useNow()))
  const { lines: dates = [], overdue = [], marked = [], undated_deaths: deaths = 0 } = query.data ?? {}
  const lineOf = toLine({ record: { resource: 'households', id: record.id }, name: title, householdId: record.id })
  // A rule says of which age it is, and why that matters. One that is done or snoozed does not return as a birthday.
  const isDerived = ({ of, date, age }: Pick<NextDate, 'of' | 'date'> & { age: number }) =>
    [...dates, ...marked].some(
      (line) => line.own === null && line.subject === of?.id && line.date === date && line.title === `Turns ${age}`,
    )
  const lines = [
    ...birthdaysOf(individuals, today).filter((line) => !isDerived(line)),
    ...dates.map(lineOf),
    ...(isClientView ? [] : overdue.map((line) => ({ ...lineOf(line), isOverdue: true }))),
  ].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const births = individuals.filter((person) => !person.is_deceased && !person.date_of_birth).length
  return { query, lines, marked: isClientView ? 0 : marked.length, undated: { birth: births, death: deaths } }
}

type NextDatesProps = { of: ReturnType<typeof useNextDates>; people: readonly IndividualRow[]; count: number }

function NextDates({ of: { query, lines, marked, undated }, people, count }: NextDatesProps) {
  const connectionId = useConnection().id
  const [all, { toggle }] = useDisclosure(false)
  const overdue = lines.filter(({ isOverdue }) => isOverdue)
  const next = lines.filter(({ isOverdue }) => !isOverdue)
  const few = [...overdue.slice(0, fewOverdue), ...next.slice(0, fewDates)]
  const shown = all ? lines : few
  return (
    <Section title="Next dates">
      {query.isError && query.data === undefined ? (
        <PartError what="The dates by rules and your own" onRetry={() => void query.refetch()} />
      ) : null}
      {lines.length === 0 ? (
        <NoneOf resource="individuals" rows>
          {noDates}
        </NoneOf>
      ) : (
        <ul className={classes.points}>
          {shown.map(({ key, date, of, what, isOverdue }) => (
            <li key={key}>
              <CalendarDate date={date} />{' '}
              {isOverdue ? (
                <>
                  <Link
                    to="/c/$connectionId/dates"
                    params={{ connectionId }}
                    search={{ whose: 'firm', state: 'overdue' }}
                    className={classes.overdue}
                  >
                    overdue
                  </Link>{' '}
                </>
              ) : null}
              {of?.name ? <RecordLink {...of} name={of.name} /> : null} {what}
            </li>
          ))}
        </ul>
      )}
      {lines.length > few.length ? (
        <Button
          variant="default"
          size="compact-xs"
          mt={4}
          aria-expanded={all}
          onClick={toggle}
          data-on-paper={firstShown(shown.length, lines.length)}
        >
          {all ? 'Show less' : `Show all ${formatCount(lines.length)}`}
        </Button>
      ) : null}
      {marked > 0 ? <p className="note">Done or snoozed, not listed: {countOf(marked, 'date', 'dates')}.</p> : null}
      {(['birth', 'death'] as const).map((event) =>
        undated[event] > 0 ? (
          <p key={event} className="note">
            {event === 'birth' ? 'Date of birth not known:' : 'Date of death not known:'}{' '}
            {undated[event] === 1 ? '1 person' : `${formatCount(undated[event])} people`}
            <SoFar of="individuals" />
          </p>
        ) : null,
      )}
      {people.length < count ? (
        <p className="note">
          Birthdays of the first {formatCount(people.length)} of {formatCount(count)} people.
        </p>
      ) : lines.length > 0 ? (
        <p className="note">
          <SoFar of="individuals" />
        </p>
      ) : null}
    </Section>
  )
}

type Primary = NonNullable<Detail['record']['primary_individuals']>[number]

/** A primary client's name as one text. */
export const fullName = ({ first_name, last_name }: Primary): string => `${first_name} ${last_name}`

function Primaries({ people, rows }: { people: readonly Primary[]; rows: readonly IndividualRow[] }) {
  const today = localToday(new Date(useNow()))
  if (people.length === 0) return null
  return (
    <Section title={householdFields.primary_individuals.label}>
      <ul className={classes.points}>
        {people.map((person) => {
          const row = rows.find(({ id }) => id === person.id)
          const age = person.is_deceased ? null : ageInYears(row?.date_of_birth, today)
          return (
            <li key={person.id}>
              <RecordLink resource="individuals" id={person.id} name={fullName(person)} />
              {age === null ? null : <> · {age}</>} {person.is_deceased ? <Tag>Deceased</Tag> : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type Filed = ContractOutputs['today']['filed']

type Expected = ReturnType<typeof bySubject>

/** Kinds of documents, by the person or entity that they are about. */
function OfSubjects({ label, subjects, household }: { label: string; subjects: Expected; household: RuleSubject }) {
  return (
    <ul className={classes.points} aria-label={label}>
      {subjects.map(({ about, names, rules }) => (
        <li key={about?.id ?? ''}>
          {names.join(', ')}
          {about ? (
            <>
              {' '}
              <Quiet>for</Quiet> <RecordLink resource={about.resource} id={about.id} name={about.name} />
            </>
          ) : null}{' '}
          <ExceptButton
            {...household}
            {...(about ? { record: { resource: about.resource, id: about.id }, name: about.name } : {})}
            rules={rules}
          />
        </li>
      ))}
    </ul>
  )
}

type MissingProps = Pick<Filed, 'missing' | 'source'> & { household: string; name: string }

/** Kinds of documents that the rules expect and that are not on file here, and those of which it is not known. */
export function Missing({ missing, source, household: id, name }: MissingProps) {
  const connectionId = useConnection().id
  const [lacking, unknown] = [bySubject(missing, 'missing'), bySubject(missing, 'unknown')]
  const household: RuleSubject = { record: { resource: 'households', id }, name, householdId: id }
  if (missing.length === 0) return null
  return (
    <>
      <div className={classes.missing}>
        <h3 className={classes.generation} title={`By ${ruleSources[source]}`}>
          {lacking.length > 0 ? 'Possibly missing' : 'Not known to be on file'}
        </h3>
        <Link to="/c/$connectionId/today" params={{ connectionId }} hash="missing">
          Edit rules
        </Link>
        <MissingListButton beside of={{ which: { ids: [id] } }} />
      </div>
      {lacking.length > 0 ? <OfSubjects label="Possibly missing" subjects={lacking} household={household} /> : null}
      {lacking.length > 0 && unknown.length > 0 ? (
        <h3 className={classes.generation}>Not known to be on file</h3>
      ) : null}
      {unknown.length > 0 ? (
        <>
          <OfSubjects label="Not known to be on file" subjects={unknown} household={household} />
          <p className="note">{whyUnknown}</p>
        </>
      ) : null}
    </>
  )
}

const mostNamed = 4

/** Entities by name under a heading; the rest as a number. */
function Named({ title, rows }: { title: string; rows: readonly EntityRow[] }) {
  if (rows.length === 0) return null
  const rest = rows.length - mostNamed
  return (
    <>
      <h3 className={classes.generation}>{title}</h3>
      <ul className={classes.points} aria-label={title}>
        {rows.slice(0, mostNamed).map(({ id, title: name, effective_date: date }) => (
          <li key={id}>
            <RecordLink resource="entities" id={id} name={name} />
            {date === null ? null : (
              <>
                {' '}
                <FigureAge date={date} />
              </>
            )}
          </li>
        ))}
        {rest > 0 ? <li className="quiet">and {formatCount(rest)} more</li> : null}
      </ul>
    </>
  )
}

/** Missing documents and old figures, as far as they were read. */
function OpenPoints({ detail: { record, title, entities, summaries, counts } }: { detail: Detail }) {
  const connectionId = useConnection().id
  const input = { connectionId, household_id: record.id }
  const query = useQuery(useApi().today.filed.queryOptions({ input }))
  const filed = query.data
  const today = localToday(new Date(useNow()))
  const status = useSyncStatus()
  const open = (['individuals', 'entities', 'documents', 'valuations', 'document-summaries'] as const).filter(
    (resource) => status === undefined || isUnread(status, resource),
  )
  const isRead = (...of: readonly (typeof open)[number][]) => of.every((resource) => !open.includes(resource))
  const old = entities
    .filter(({ effective_date: date }) => date !== null && figureAge(date, today).old)
    .toSorted((one, other) => ((one.effective_date ?? '') < (other.effective_date ?? '') ? -1 : 1))
  const unvalued = isRead('valuations') ? entities.filter((row) => row.directly_held_asset_value === null) : []
  const generated = isRead('document-summaries') ? (filed?.to_review ?? 0) : 0
  const missing = isRead('individuals', 'entities', 'documents') ? (filed?.missing ?? []) : []
  const isWhole = entities.length === counts.entities && summaries.length === counts.summaries
  const nothing = old.length + unvalued.length + generated + missing.length === 0
  const params = { connectionId, id: record.id }
  return (
    <Section title="Open points">
      {filed === undefined && query.isError ? (
        <PartError what="Missing documents and summaries" onRetry={() => void query.refetch()} />
      ) : null}
      <Missing missing={missing} source={filed?.source ?? 'default'} household={record.id} name={title} />
      <Named title="Values over a year old" rows={old} />
      <Named title={status?.valuationsNeverChecked ? noValueKnown : 'Not valued'} rows={unvalued} />
      {generated > 0 ? (
        <p className={classes.generation}>
          <Link
            to="/c/$connectionId/households/$id"
            params={params}
            hash="summaries"
            replace
            activeOptions={{ includeHash: true }}
          >
            {generated === 1 ? '1 AI summary' : `${formatCount(generated)} AI summaries`} to review
          </Link>
        </p>
      ) : null}
      <RuleExceptions householdId={record.id} />
      {open.length > 0 ? (
        <Quiet>Not all of it is read yet, so there may be more.</Quiet>
      ) : !isWhole ? (
        <Quiet>Of the first {formatCount(entities.length)} entities.</Quiet>
      ) : nothing && filed !== undefined ? (
        <Quiet>Nothing missing, no value over a year old.</Quiet>
      ) : null}
    </Section>
  )
}

type Props = {
  detail: Detail
  visit: HouseholdVisit
  /** The form shows the notes instead. */
  isEditing: boolean
  /** Null if the household cannot be edited. */
  onAddNotes: (() => void) | null
}

/**
 * The page before a meeting: first what to speak about (notes, changes, missing documents and old values), and smaller what to look up (the
 * next dates, the clients). Notes and dates that do not exist share a few quiet words at its end.
 */
export function Brief({ detail, visit, isEditing, onAddNotes }: Props) {
  const { record, individuals, counts } = detail
  const dates = useNextDates(detail)
  const isUnread = useIsUnread('individuals')
  const { lines, marked, undated, query } = dates
  const hasDates =
    isUnread ||
    query.isError ||
    lines.length + marked + undated.birth + undated.death > 0 ||
    individuals.length < counts.individuals
  const hasNotes = Boolean(record.notes)
  const isClientView = usePresenting() !== null
  return (
    <div className={classes.brief} id="brief">
      {/* The advisor’s own points are not for the client. */}
      {isClientView ? null : (
        <div className={classes.first}>
          {record.notes && !isEditing ? <Notes text={record.notes} /> : null}
          <SinceMeeting of={visit} />
          <OpenPoints detail={detail} />
        </div>
      )}
      <div className={classes.further} id="next-dates">
        {hasDates ? <NextDates of={dates} people={individuals} count={counts.individuals} /> : null}
        <Primaries people={record.primary_individuals ?? []} rows={individuals} />
        {hasDates && (hasNotes || isEditing) ? null : (
          <div className={classes.empty}>
            {hasNotes || isEditing || isClientView ? null : (
              <p>
                {onAddNotes ? (
                  <Button variant="subtle" size="compact-sm" ml={-8} onClick={onAddNotes}>
                    Add notes
                  </Button>
                ) : (
                  <Quiet>No notes.</Quiet>
                )}
              </p>
            )}
            {hasDates ? null : <p>{noDates}</p>}
          </div>
        )}
      </div>
    </div>
  )
}
