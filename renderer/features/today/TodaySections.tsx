import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/domain/counts.ts'
import { sayAction } from '../../../shared/domain/operation-words.ts'
import type { TodayAnswer } from '../../../shared/ipc/today.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { Ago, CalendarDate } from '../../components/Dates.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { Money } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { useIsUnread } from '../../components/sync-state.ts'
import { RecordText, Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { presentingNow } from '../../lib/presenting.ts'
import { type ChangedHouseholds, ChangedSection } from './ChangedSection.tsx'
import { MissingSection, RuleProblems } from './MissingSection.tsx'
import { ListLink, TodaySection } from './TodaySection.tsx'
import classes from './today.module.css'

type Props = {
  answer: TodayAnswer
  /** Undefined while that is read. */
  changed: ChangedHouseholds | undefined
  owner: string | null
  /** False until everything was read once: what is not known yet is not called done. */
  complete: boolean
}

const plural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

/** The sections that have something to do; all others share one sentence at the end. */
export function TodaySections({ answer, changed, owner, complete }: Props) {
  const { decisions, summaries, old_figures: old, birthdays, missing, rules } = answer
  // What was not read is not missing.
  const isUnread = useIsUnread('documents')
  const clear = [
    // They are about every household, and are not read while presenting.
    decisions.total === 0 && presentingNow() === null && 'no conflicts or refused changes',
    summaries.total === 0 && 'no summaries to review',
    old.total === 0 && 'no figures over a year old',
    changed?.households.length === 0 && !changed.more && 'no changes by others since yesterday',
    birthdays.total === 0 && 'no birthdays in the next 30 days',
    missing.total === 0 && 'every document that your rules expect is on file',
  ].filter((phrase) => phrase !== false)
  return (
    <div className={classes.sections}>
      {decisions.total > 0 ? <Decisions decisions={decisions} /> : null}
      {summaries.total > 0 ? <Summaries summaries={summaries} /> : null}
      {old.total > 0 ? <OldFigures old={old} owner={owner} /> : null}
      {changed && changed.households.length > 0 ? <ChangedSection changed={changed} owner={owner} /> : null}
      {birthdays.total > 0 ? <Birthdays birthdays={birthdays} /> : null}
      {missing.total > 0 && !isUnread ? <MissingSection missing={missing} source={rules.source} /> : null}
      {complete && clear.length > 0 ? <p className={classes.clear}>{sentence(clear)}</p> : null}
      <RuleProblems rules={rules} />
    </div>
  )
}

function sentence(phrases: readonly string[]): string {
  const [first = '', ...others] = phrases
  const all = [first.charAt(0).toUpperCase() + first.slice(1), ...others]
  return `${all.length > 1 ? `${all.slice(0, -1).join(', ')}, and ${all.at(-1)}` : all[0]}.`
}

function Decisions({ decisions }: { decisions: TodayAnswer['decisions'] }) {
  const connectionId = useConnection().id
  return (
    <TodaySection title="Needs your decision" many="changes" section={decisions} keyOf={({ id }) => id}>
      {(line) => (
        <>
          <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId: line.id }}>
            {sayAction(line)} · <RecordText>{line.title}</RecordText>
          </Link>
          <span className={classes.end}>{line.state}</span>
        </>
      )}
    </TodaySection>
  )
}

function Summaries({ summaries }: { summaries: TodayAnswer['summaries'] }) {
  const filters = [{ column: 'entry_mode', operator: 'any_of', values: ['AI_AUTO'] }]
  return (
    <TodaySection
      title="AI summaries to review"
      many="summaries"
      section={summaries}
      aside={
        <ListLink resource="document-summaries" search={{ filters, sort: 'created_at.desc' }}>
          All AI summaries of the firm
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
          <span className={classes.end}>
            <Ago at={created_at} />
          </span>
        </>
      )}
    </TodaySection>
  )
}

function OldFigures({ old, owner }: { old: TodayAnswer['old_figures']; owner: string | null }) {
  const mine = owner === null ? [] : [{ column: 'owner_id', operator: 'any_of', values: [owner] }]
  const filters = [{ column: 'effective_date', operator: 'older_than_days', values: [365] }, ...mine]
  return (
    <TodaySection
      title="Figures over a year old"
      many="households"
      section={old}
      about={
        <>
          <Money cents={BigInt(old.cents)} /> directly held, in {plural(old.entities, 'entity', 'entities')} of{' '}
          {plural(old.total, 'household', 'households')}.
        </>
      }
      aside={
        <ListLink resource="valuations" search={{ filters, sort: 'effective_date.asc' }}>
          All these figures
        </ListLink>
      }
      keyOf={({ household }) => household.id}
    >
      {({ household, entities, oldest, cents }) => (
        <>
          <RecordLink resource="households" id={household.id} name={household.name} />
          <span className={classes.middle}>
            {plural(entities, 'entity', 'entities')}, <FigureAge date={oldest} label="oldest" />
          </span>
          <span className={classes.end}>
            <Money cents={BigInt(cents)} />
          </span>
        </>
      )}
    </TodaySection>
  )
}

function Birthdays({ birthdays }: { birthdays: TodayAnswer['birthdays'] }) {
  return (
    <TodaySection
      title="Birthdays in the next 30 days"
      many="birthdays"
      section={birthdays}
      keyOf={({ individual }) => individual.id}
    >
      {({ individual, household, date, age, milestone }) => (
        <>
          <span className={classes.person}>
            <PersonAvatar name={individual.name} id={individual.id} />
            <RecordLink resource="individuals" id={individual.id} name={individual.name} />
            {milestone ? <Tag accent>Turns {String(age)}</Tag> : <span className="quiet">turns {age}</span>}
          </span>
          <span className={classes.middle}>
            <RecordLink resource="households" id={household.id} name={household.name} />
          </span>
          <span className={classes.end}>
            <CalendarDate date={date} />
          </span>
        </>
      )}
    </TodaySection>
  )
}
