import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent, useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatWeekday } from '../../../shared/domain/dates.ts'
import { dateBefore, localToday } from '../../../shared/domain/days.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { sayAction } from '../../../shared/domain/operation-words.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TodayAnswer } from '../../../shared/ipc/today.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Money } from '../../components/Money.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { ErrorState, PageSkeleton, PartError } from '../../components/States.tsx'
import { isAnyUnread, lastComplete, OfflineMark, useIsUnread, useSyncStatus } from '../../components/sync-state.tsx'
import { Ago, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { type AddressSearch, useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { sayCount, sinceMoment, writeChangesSearch } from '../changes/public.ts'
import { useStatementReason } from '../intake/public.ts'
import { WhoAmI } from '../lists/public.ts'
import { PossiblyMissing, RuleProblems } from '../missing-documents/public.ts'
import { agesOfBirthdays, Birthdays, type DateList, daysAhead, mostDates, NextDates } from './ComingDays.tsx'
import { ListLink, type TodayAnchor, TodaySection, type Whose, whoseOf } from './TodaySection.tsx'
import classes from './today.module.css'

type ChangedHouseholds = ContractOutputs['changes']['households']

/** The households that others changed since yesterday, with what sort of things changed. */
function ChangedSection({ changed, owner }: { changed: ChangedHouseholds; owner: string | null }) {
  const connectionId = useConnection().id
  const yesterday = dateBefore(useNow(), 1)
  const search = writeChangesSearch({ whose: whoseOf(owner), since: yesterday, others: true })
  const { households, more } = changed
  return (
    <TodaySection
      title={owner === null ? 'Changed since yesterday' : 'Changed in your households since yesterday'}
      anchor="changes"
      many="households"
      whose={whoseOf(owner)}
      section={{ lines: households, total: more ? null : households.length }}
      about={more ? 'Not all of them are counted here.' : undefined}
      aside={
        <Link to="/c/$connectionId/changes" params={{ connectionId }} search={search} className={classes.listLink}>
          All these changes
        </Link>
      }
      keyOf={({ household }) => household.id}
    >
      {({ household, changes, resources }) => (
        <>
          {household.name === '' ? (
            <span>A household that is gone</span>
          ) : (
            <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: household.id }} hash="changes">
              <RecordText>{household.name}</RecordText>
            </Link>
          )}
          <span className={classes.middle}>{kindsOf(resources)}</span>
          <span className={classes.end}>{sayCount(changes)}</span>
        </>
      )}
    </TodaySection>
  )
}

/** `Households, people, valuations`, in the order of the sidebar. */
function kindsOf(resources: ChangedHouseholds['households'][number]['resources']): string {
  const names = Object.entries(resourceNames).flatMap(([resource, { many }]) =>
    resources.some((one) => one === resource) ? [many] : [],
  )
  return names.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(', ')
}

type Props = {
  answer: TodayAnswer
  /** Undefined while that is read. */
  changed: ChangedHouseholds | undefined
  /** Undefined while they are read. */
  dates: DateList | undefined
  /** Undefined while they are counted. */
  overdue: number | undefined
  owner: string | null
  /** False until everything was read once: what is not known yet is not called done. */
  complete: boolean
}

/**
 * The sections that have something to do; all others share one sentence at the end. What only happened is smaller, and beside them where
 * there is room.
 */
function TodaySections({ answer, changed, dates, overdue: late, owner, complete }: Props) {
  const { decisions, summaries, old_figures: old, birthdays, missing, rules } = answer
  // A record that was not read is not missing.
  const isUnread = useIsUnread('documents')
  const clear = [
    decisions.total === 0 && 'no conflicts or refused changes',
    summaries.total === 0 && 'no summaries to review',
    old.total === 0 && 'no values over a year old',
    changed?.households.length === 0 && !changed.more && 'no changes by others since yesterday',
    birthdays.total === 0 && 'no birthdays in the next 30 days',
    dates?.total === 0 && late === 0 && `no other dates in the next ${daysAhead} days`,
    missing.documents + missing.unknown === 0 &&
      missing.rules.some(({ on }) => on) &&
      'no documents missing by your rules',
  ].filter((phrase) => phrase !== false)
  const hasChanges = changed !== undefined && changed.households.length > 0
  const overdue = late ?? 0
  const hasDates = dates !== undefined && dates.total + overdue > 0
  return (
    <div className={classes.sections}>
      <Counts answer={answer} dates={dates?.total ?? 0} overdue={overdue} hasMissing={!isUnread} />
      <div className={classes.columns}>
        <div className={classes.work}>
          {decisions.total > 0 ? <Decisions {...{ decisions, owner }} /> : null}
          {summaries.total > 0 ? <Summaries summaries={summaries} owner={owner} /> : null}
          {old.total > 0 ? <OldFigures old={old} owner={owner} /> : null}
        </div>
        {hasChanges || hasDates || birthdays.total > 0 ? (
          <div className={classes.news}>
            {hasChanges ? <ChangedSection changed={changed} owner={owner} /> : null}
            {hasDates ? <NextDates {...{ dates, overdue, owner }} /> : null}
            {birthdays.total > 0 ? <Birthdays {...{ birthdays, owner }} /> : null}
          </div>
        ) : null}
        <div className={classes.work}>
          {missing.rules.length > 0 && !isUnread ? (
            <PossiblyMissing missing={missing} source={rules.source} of={{ owner_id: owner }} />
          ) : null}
        </div>
      </div>
      {complete && clear.length > 0 ? <p className={classes.clear}>{sentence(clear)}</p> : null}
      <RuleProblems rules={rules} />
    </div>
  )
}

type CountsProps = { answer: TodayAnswer; dates: number; overdue: number; hasMissing: boolean }

/** Everything that waits, in one sentence whose parts lead to their sections, in their order. */
function Counts({ answer, dates, overdue, hasMissing }: CountsProps) {
  const { decisions, summaries, old_figures: old, birthdays, missing } = answer
  const all: readonly (readonly [anchor: TodayAnchor, count: number, words: string])[] = [
    ['decisions', decisions.total, `${countOf(decisions.total, 'change needs', 'changes need')} your decision`],
    ['summaries', summaries.total, `${countOf(summaries.total, 'AI summary', 'AI summaries')} to review`],
    ['figures', old.total, `old values in ${countOf(old.total, 'household', 'households')}`],
    ['dates', overdue, `${countOf(overdue, 'date', 'dates')} overdue`],
    ['dates', dates, countOf(dates, 'date', 'dates')],
    ['birthdays', birthdays.total, countOf(birthdays.total, 'birthday', 'birthdays')],
    [
      'missing',
      hasMissing ? missing.documents : 0,
      `${countOf(missing.documents, 'document', 'documents')} possibly missing`,
    ],
  ]
  const parts = all.filter(([, count]) => count > 0)
  if (parts.length === 0) return null
  // The address may name this section already.
  const show = (event: MouseEvent, anchor: TodayAnchor) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const section = document.getElementById(anchor)
    section?.scrollIntoView()
    // The keys go on there.
    section?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }
  return (
    <p className={classes.counts}>
      {parts.map(([anchor, , words], at) => (
        <Fragment key={words}>
          {at === 0 ? '' : at < parts.length - 1 ? ', ' : parts.length > 2 ? ', and ' : ' and '}
          <Link
            to="."
            search
            hash={anchor}
            replace
            activeOptions={{ includeHash: true }}
            onClick={(event) => show(event, anchor)}
          >
            {words}
          </Link>
        </Fragment>
      ))}
      .
    </p>
  )
}

const inWords = new Intl.ListFormat('en-US', { type: 'conjunction' })

function sentence(phrases: readonly string[]): string {
  const text = inWords.format(phrases)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function Decisions({ decisions, owner }: { decisions: TodayAnswer['decisions']; owner: string | null }) {
  const connectionId = useConnection().id
  return (
    <TodaySection
      title="Needs your decision"
      anchor="decisions"
      many="changes"
      whose={whoseOf(owner)}
      section={decisions}
      keyOf={({ id }) => id}
    >
      {(line) => {
        const params = { connectionId, operationId: line.id }
        return (
          <>
            <Link to="/c/$connectionId/outbox/$operationId" params={params}>
              {sayAction(line)} · <RecordText>{line.title}</RecordText>
            </Link>
            <span className={`quiet ${classes.middle}`}>{line.state}</span>
            <span className={classes.end}>
              <Link to="/c/$connectionId/outbox/$operationId" params={params} aria-label={`Decide about ${line.title}`}>
                Decide
              </Link>
            </span>
          </>
        )
      }}
    </TodaySection>
  )
}

function Summaries({ summaries, owner }: { summaries: TodayAnswer['summaries']; owner: string | null }) {
  const connectionId = useConnection().id
  const filters = [{ column: 'entry_mode', operator: 'any_of', values: ['AI_AUTO'] }]
  return (
    <TodaySection
      title="AI summaries to review"
      anchor="summaries"
      many="summaries"
      whose={whoseOf(owner)}
      section={summaries}
      aside={
        <ListLink resource="document-summaries" search={{ filters, sort: 'created_at.desc' }}>
          All AI summaries
        </ListLink>
      }
      keyOf={({ id }) => id}
    >
      {({ id, title, household, created_at }) => (
        <>
          <RecordLink resource="document-summaries" id={id} name={title} />
          <span className={classes.middle}>
            <RecordLink resource="households" id={household.id} name={household.name} />
          </span>
          <span className={`row ${classes.end}`}>
            <Ago at={created_at} />
            <Link
              to="/c/$connectionId/document-summaries/$id"
              params={{ connectionId, id }}
              search={owner === null ? { whose: 'firm' } : {}}
              aria-label={`Review ${title}`}
            >
              Review
            </Link>
          </span>
        </>
      )}
    </TodaySection>
  )
}

function OldFigures({ old, owner }: { old: TodayAnswer['old_figures']; owner: string | null }) {
  const connectionId = useConnection().id
  const isReadOnly = useReadOnlyReason() !== null
  const statements = useStatementReason()
  const mine = owner === null ? [] : [{ column: 'owner_id', operator: 'any_of', values: [owner] }]
  const filters = [{ column: 'effective_date', operator: 'older_than_days', values: [365] }, ...mine]
  return (
    <TodaySection
      title="Values over a year old"
      anchor="figures"
      many="households"
      whose={whoseOf(owner)}
      section={old}
      about={
        <>
          Recorded value <Money cents={BigInt(old.cents)} />, in {countOf(old.entities, 'entity', 'entities')} of{' '}
          {countOf(old.total, 'household', 'households')}.
        </>
      }
      aside={
        <>
          {statements.isOffered ? (
            <ReasonedButton reason={statements.reason} size="compact-sm" onClick={() => runCommand('statements.read')}>
              Read a statement…
            </ReasonedButton>
          ) : null}
          <ListLink resource="valuations" search={{ filters, sort: 'effective_date.asc' }}>
            All these values
          </ListLink>
        </>
      }
      keyOf={({ household }) => household.id}
    >
      {({ household, entities, oldest, oldest_entity: entity, cents }) => (
        <>
          <RecordLink resource="households" id={household.id} name={household.name} />
          <span className={classes.middle}>
            {countOf(entities, 'entity', 'entities')}, <FigureAge date={oldest} label="oldest" />
          </span>
          <span className={`row ${classes.end}`}>
            <Money cents={BigInt(cents)} />
            {entity === null || isReadOnly ? null : (
              <Link
                to="/c/$connectionId/entities/$id/valuation/new"
                params={{ connectionId, id: entity.id }}
                title={`Of ${entity.name}, the oldest`}
                aria-label={`Log valuation of ${entity.name}`}
              >
                Log valuation
              </Link>
            )}
          </span>
        </>
      )}
    </TodaySection>
  )
}

/** Households in the section about changes. */
const mostChanged = 50

/** The page with its choice in the address, so that Back and a new window show the same households. */
const screen = {
  path: 'today',
  read: ({ whose }: AddressSearch): Whose => (whose === 'firm' ? 'firm' : 'mine'),
  write: (whose: Whose): AddressSearch => (whose === 'firm' ? { whose } : {}),
}

/** The first screen of a connection: Today, or the list of households until everything was read once. */
export function HomePage() {
  const connectionId = useConnection().id
  const query = useQuery(useApi().sync.status.queryOptions({ input: { connectionId } }))
  const status = query.data
  if (status === undefined)
    return query.isError ? (
      <ErrorState screen error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <PageSkeleton label="Loading" />
    )
  const to = lastComplete(status) === null ? '/c/$connectionId/households' : '/c/$connectionId/today'
  return <Navigate to={to} params={{ connectionId }} replace />
}

/** The page Today: decisions, reviews, old figures, next dates, birthdays, and documents that are not on file here. */
export function TodayPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const status = useSyncStatus()
  const complete = status !== undefined && !isAnyUnread(status)
  const known = useQuery(api.places.me.queryOptions({ input: { connectionId } }))
  const me = known.data
  const userId = me?.user_id ?? null
  const { asked: chosen, show } = useAddress(screen)
  const whose = userId === null ? 'firm' : chosen
  const owner = whose === 'mine' ? userId : null
  const input = { connectionId, owner_id: owner }
  const query = useQuery({ ...api.today.get.queryOptions({ input }), enabled: me !== undefined })
  const now = useNow()
  const since = sinceMoment(dateBefore(now, 1), localToday(new Date(now)))
  const changes = useQuery({
    ...api.changes.households.queryOptions({ input: { ...input, since, limit: mostChanged } }),
    enabled: me !== undefined,
  })
  const today = localToday(new Date(now))
  const dates = useQuery({
    ...api.dates.list.queryOptions({
      input: {
        ...{ ...input, from: today, to: dateBefore(now, -daysAhead), kind: null, state: 'open', limit: mostDates },
        ...{ without: [...agesOfBirthdays], fold: true },
      },
    }),
    enabled: me !== undefined,
  })
  const overdue = useQuery({
    ...api.dates.list.queryOptions({
      input: { ...input, from: today, to: today, kind: null, state: 'overdue', limit: 0 },
    }),
    enabled: me !== undefined,
  })
  const choice = (
    <SegmentedControl
      aria-label="Whose households"
      size="xs"
      value={whose}
      onChange={(value) => show(value as Whose)}
      data={[
        { value: 'mine', label: 'My households' },
        { value: 'firm', label: 'Whole firm' },
      ]}
    />
  )
  return (
    <Page
      title="Today"
      subtitle={<span>{formatWeekday(localToday(new Date(now)))}</span>}
      aside={
        <>
          <OfflineMark />
          {userId === null ? null : choice}
        </>
      }
    >
      {status !== undefined && !complete ? (
        <p className={`row ${classes.introduction}`}>
          Steward has not read all of your firm’s data yet. This page is incomplete until it has.
        </p>
      ) : null}
      {me !== undefined && userId === null ? <Introduction proposed={me.proposed} /> : null}
      {changes.data === undefined && changes.isError ? (
        <PartError what="What others changed" onRetry={() => void changes.refetch()} />
      ) : null}
      {[dates, overdue].some(({ data, isError }) => data === undefined && isError) ? (
        <PartError what="The next dates" onRetry={() => void Promise.all([dates.refetch(), overdue.refetch()])} />
      ) : null}
      {me === undefined && known.isError ? (
        <ErrorState error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <QueryView query={query} label="today">
          {(answer) => (
            <TodaySections
              answer={answer}
              changed={changes.data}
              dates={dates.data}
              overdue={overdue.data?.total}
              owner={owner}
              complete={complete}
            />
          )}
        </QueryView>
      )}
    </Page>
  )
}

type Proposed = ContractOutputs['places']['me']['proposed']

/** Asks who the user is, once per connection. `proposed`: who they seem to be by the name with which they sign in. */
function Introduction({ proposed }: { proposed: Proposed }) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const [asking, setAsking] = useState(false)
  async function setMe(user_id: string) {
    await api.places.setMe.call({ connectionId, user_id })
    await queries.invalidateQueries({ queryKey: api.places.me.key() })
  }
  return (
    <div className={`row ${classes.introduction}`}>
      <p>Showing the whole firm. Choose your name to see your households.</p>
      {proposed === null ? null : (
        <Button onClick={() => void setMe(proposed.id)}>
          I am&nbsp;
          <RecordText>{proposed.name}</RecordText>
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {proposed === null ? 'Set my name' : 'Someone else…'}
      </Button>
      {asking ? <WhoAmI onMe={setMe} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
