import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { DocumentRow, EntityRow } from '../../../shared/ipc/rows.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { AvatarStack, EntityAvatar } from '../../components/Avatar.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { useEditing } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { PopupMenu } from '../../components/popups/Popup.tsx'
import { usePopup } from '../../components/popups/use-popup.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { firstShown, Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { useIsUnread } from '../../components/sync-state.tsx'
import { NoneOf, TitleCount } from '../../components/Unread.tsx'
import { Ago, EnumName, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useEditReason } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import { Holdings } from '../book/public.ts'
import {
  HouseholdChanges,
  type HouseholdVisit,
  useHouseholdVisit,
  useMetChanges,
  useValueSince,
} from '../changes/public.ts'
import { RecordDates } from '../dates/public.ts'
import { Estate } from '../estate-map/public.ts'
import { Thumbnail } from '../files/public.ts'
import { AddDocuments, HouseholdUploads } from '../intake/public.ts'
import { RecordRules } from '../missing-documents/public.ts'
import { PackButton } from '../packs/public.ts'
import {
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
  summaryColumns,
} from '../records/public.ts'
import { PinButton, PinnedNotice } from '../travel/public.ts'
import { useFreshValuations } from '../valuations/public.ts'
import { Brief, fullName } from './Brief.tsx'
import { HouseholdForm } from './HouseholdForm.tsx'
import householdDocumentsClasses from './household-documents.module.css'
import classes from './households.module.css'
import { People } from './People.tsx'

type Filed = ContractOutputs['today']['filed']

function Card({ row }: { row: DocumentRow }) {
  const isClientView = usePresenting() !== null
  const about = row.entity_name ?? row.individual_name
  // Most names of documents end with the name of whom they are about.
  const isNamed = about !== null && row.title.toLowerCase().includes(about.toLowerCase())
  return (
    <li className={`line ${householdDocumentsClasses.card}`} data-mark={row.pending ?? undefined}>
      <Thumbnail id={row.id} type={row.type} />
      <div className="anywhere">
        <div className={householdDocumentsClasses.name}>
          <RecordLink resource="documents" id={row.id} name={row.title} /> <PendingMark mark={row.pending} />
        </div>
        {about === null || isNamed ? null : (
          <div className="note">
            <RecordText>{about}</RecordText>
          </div>
        )}
        {isClientView ? null : (
          <div className="note">
            <Ago at={row.updated_at} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The documents that most meetings are about. */
const firstTypes = [
  'WILL',
  'WILL_CODICIL',
  'SIGNED_TRUST_DOCUMENT',
  'TRUST_AMENDMENT',
  'EXISTING_REMAINDER_TRUST_DOCUMENT',
  'POWER_OF_ATTORNEY',
  'HEALTHCARE_PROXY',
  'LIVING_WILL',
]

/** The place of a type: wills, trust agreements and proxies first, then by name, “Other” last. */
function placeOf(type: string): string {
  const at = firstTypes.indexOf(type)
  return at >= 0 ? `0 ${at}` : `${type === 'OTHER' ? 2 : 1} ${nameOf(documentTypeNames, type)}`
}

/** Documents by kind; a kind is counted in full even if not all of its documents are shown. */
function byKind(rows: readonly DocumentRow[], kinds: Filed['kinds']) {
  const groups = Map.groupBy(rows, ({ type }) => type)
  const counts = new Map(kinds.map(({ type, count }) => [type, count]))
  const order = [...new Set([...counts.keys(), ...groups.keys()])].sort((one, other) =>
    placeOf(one) < placeOf(other) ? -1 : 1,
  )
  return order.map((type) => {
    const shown = groups.get(type) ?? []
    return { type, shown, count: Math.max(counts.get(type) ?? 0, shown.length) }
  })
}

type Props = {
  householdId: string
  /** The first documents of the household. */
  rows: readonly DocumentRow[]
  count: number
  action: ReactNode
  children: ReactNode
}

/** A household's documents by kind, as pictures where the file is on this computer. */
function HouseholdDocuments({ householdId, rows, count, action, children }: Props) {
  const connectionId = useConnection().id
  const scope = { household_id: householdId }
  const input = { connectionId, household_id: householdId }
  const { data: filed, isError, refetch } = useQuery(useApi().today.filed.queryOptions({ input }))
  return (
    <Section
      title="Documents"
      anchor="documents"
      count={count}
      of="documents"
      aside={
        <>
          {count > 0 ? (
            <Link
              to="/c/$connectionId/documents"
              params={{ connectionId }}
              search={scope}
              data-on-paper={firstShown(rows.length, count)}
            >
              Show all {formatCount(count)}
            </Link>
          ) : null}
          {action}
        </>
      }
    >
      {rows.length === 0 ? (
        <NoneOf resource="documents" rows>
          <Quiet>No documents yet.</Quiet>
        </NoneOf>
      ) : null}
      {filed === undefined && isError ? (
        <PartError what="How many there are of each kind" onRetry={() => void refetch()} />
      ) : null}
      <div className={householdDocumentsClasses.kinds}>
        {byKind(rows, filed?.kinds ?? []).map(({ type, shown, count: ofKind }) => (
          <div key={type}>
            <h3 className={householdDocumentsClasses.kind}>
              {nameOf(documentTypeNames, type)} <span>{formatCount(ofKind)}</span>
            </h3>
            <ul
              className={`plain-list ${householdDocumentsClasses.cards}`}
              aria-label={nameOf(documentTypeNames, type)}
            >
              {shown.map((row) => (
                <Card key={row.id} row={row} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {children}
    </Section>
  )
}

const sections = [
  { anchor: 'estate', title: 'Estate', count: 'entities', of: 'entities' },
  { anchor: 'people', title: 'People', count: 'individuals', of: 'individuals' },
  { anchor: 'documents', title: 'Documents', count: 'documents', of: 'documents' },
  { anchor: 'dates', title: 'Dates' },
  { anchor: 'changes', title: 'Changes' },
  { anchor: 'summaries', title: 'Summaries', count: 'summaries', of: 'document-summaries' },
  { anchor: 'details', title: 'Details' },
] as const

/** Pixels below the upper edge within which a section's heading counts as reached. */
const reached = 100

/** The section that is read: the last one whose heading was reached, or, at the page's end, the one that was asked for. */
function sectionInView(scroller: Element, asked: string): string | null {
  const top = scroller.getBoundingClientRect().top
  const places = sections.flatMap(({ anchor }) => {
    const element = document.getElementById(anchor)
    return element === null ? [] : [{ anchor, at: element.getBoundingClientRect().top - top }]
  })
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
  const wanted = places.find(({ anchor }) => anchor === asked)
  if (wanted && wanted.at >= 0 && wanted.at < (isAtEnd ? scroller.clientHeight : reached)) return asked
  const last = isAtEnd ? places.at(-1) : places.findLast(({ at }) => at < reached)
  const [first] = places
  if (last && scroller.scrollTop > 0) return last.anchor
  return first && first.at < scroller.clientHeight / 2 ? first.anchor : null
}

const scrollerOf = (element: Element | null): Element => {
  if (element === null) return document.documentElement
  return /auto|scroll/.test(getComputedStyle(element).overflowY) ? element : scrollerOf(element.parentElement)
}

/** The section in view, kept current while the page scrolls. */
function useSectionInView(nav: RefObject<HTMLElement | null>): string | null {
  const asked = useRouterState({ select: (state) => state.location.hash })
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    // The links scroll sideways themselves.
    const scroller = scrollerOf(nav.current?.parentElement ?? null)
    const look = () => setCurrent(sectionInView(scroller, asked))
    look()
    // Scrolling does not bubble, and what is above may grow while it loads.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    const sizes = new ResizeObserver(look)
    for (const child of nav.current?.parentElement?.children ?? []) sizes.observe(child)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      sizes.disconnect()
    }
  }, [nav, asked])
  return current
}

/** Links to the sections of the household's page, which stay in view. */
function HouseholdSections({ counts }: Pick<Detail, 'counts'>) {
  const nav = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const current = useSectionInView(nav)
  const open = (event: MouseEvent, hash: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The address may name this section already.
    document.getElementById(hash)?.scrollIntoView()
    void navigate({ to: '.', hash, replace: true })
  }
  return (
    <nav ref={nav} aria-label="Sections" className={classes.sections}>
      {sections.map((section) => (
        <a
          key={section.anchor}
          href={`#${section.anchor}`}
          aria-current={section.anchor === current ? 'location' : undefined}
          onClick={(event) => open(event, section.anchor)}
        >
          {section.title}
          {'count' in section ? (
            <span>
              <TitleCount count={counts[section.count]} of={section.of} />
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  )
}

/** The oldest valuation first; entities without one last, by name. */
function oldestFirst(one: EntityRow, other: EntityRow): number {
  const [before, after] = [one.effective_date ?? '9999', other.effective_date ?? '9999']
  if (before === after) return one.title < other.title ? -1 : 1
  return before < after ? -1 : 1
}

/** The household's primary action: asks which entity, then opens the composer. */
function LogValuation({ entities, reason }: { entities: readonly EntityRow[]; reason: string | null }) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const isUnread = useIsUnread('entities')
  const none = isUnread
    ? 'The entities of this household are not read yet.'
    : 'This household has no entities to value.'
  const why = reason ?? (entities.length === 0 ? none : null)
  useCommand('valuation.log', why === null ? () => onOpened(true) : null)
  const log = (id: string) =>
    void navigate({ to: '/c/$connectionId/entities/$id/valuation/new', params: { connectionId, id } })
  return (
    <>
      <ReasonedButton variant="filled" reason={why} {...button}>
        Log valuation
      </ReasonedButton>
      {popup ? (
        <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
          <Menu.Dropdown aria-label="Which entity is valued" mah={360} style={{ overflowY: 'auto' }}>
            {entities.toSorted(oldestFirst).map(({ id, title, kind, directly_held_asset_value: usd, ...row }) => (
              <Menu.Item key={id} leftSection={<EntityAvatar kind={kind} />} onClick={() => log(id)}>
                <div>
                  <RecordText>{title}</RecordText>
                </div>
                <div className={classes.valued}>
                  <EnumName names={entityKindNames} value={kind} /> · <LatestValue usd={usd} />
                  {row.effective_date === null ? null : (
                    <>
                      {' '}
                      · <FigureAge date={row.effective_date} />
                    </>
                  )}
                </div>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </PopupMenu>
      ) : null}
    </>
  )
}

type Detail = ContractOutputs['households']['get']

/** Its owner, and where the household lives if all of its primaries say so; addresses are hidden while presenting. */
function Summary({ detail: { record, owner } }: { detail: Detail }) {
  const cities = new Set(
    (record.primary_individuals ?? []).map(({ city, state }) => [city, state].filter(Boolean).join(', ')),
  )
  const [city = ''] = cities
  const isClientView = usePresenting() !== null
  return (
    <>
      <span>
        {householdFields.primary_relationship_owner_id.label}{' '}
        <RecordLink resource="users" id={owner.id} name={owner.name} />
      </span>
      {cities.size === 1 && city !== '' && !isClientView ? (
        <span>
          <RecordText>{city}</RecordText>
        </span>
      ) : null}
    </>
  )
}

/**
 * True once everything that decides the height of the brief and of what is above it has an answer: each
 * that arrived on its own would move the page.
 */
function useIsBriefRead(id: string, visit: HouseholdVisit): boolean {
  const api = useApi()
  const connectionId = useConnection().id
  const holdings = useQuery(api.rollUps.household.queryOptions({ input: { connectionId, id } }))
  const filed = useQuery(api.today.filed.queryOptions({ input: { connectionId, household_id: id } }))
  const dates = useQuery(api.today.dates.queryOptions({ input: { connectionId, household_id: id } }))
  const met = useMetChanges(visit)
  const since = useValueSince(visit)
  const queries = [holdings, filed, visit.query, ...(met === null ? [] : [met.query]), since.query, dates]
  const [wasRead, setWasRead] = useState(false)
  const isRead = wasRead || queries.every(({ isPending }) => !isPending)
  // A later question, such as the changes since a meeting that was just logged, hides nothing.
  if (isRead !== wasRead) setWasRead(isRead)
  return isRead
}

function Overview({ detail }: { detail: Detail }) {
  const { record, counts, title } = detail
  const isClientView = usePresenting() !== null
  const editing = useEditing('households', record)
  const [focused, setFocused] = useState<string | null>(null)
  const visit = useHouseholdVisit(record.id)
  const isBriefRead = useIsBriefRead(record.id, visit)
  const reason = useEditReason(detail)
  const addNotes = () => {
    setFocused('notes')
    editing.begin()
  }
  const primaries = (record.primary_individuals ?? []).map((person) => ({ id: person.id, name: fullName(person) }))
  return (
    <RecordPage
      resource="households"
      detail={detail}
      title={title}
      avatar={<AvatarStack people={primaries} />}
      subtitle={<Summary detail={detail} />}
      tags={isClientView ? null : <PinButton id={record.id} title={title} />}
      primary={
        editing.base ? null : (
          <>
            <LogValuation entities={detail.entities} reason={reason} />
            <PackButton ids={[record.id]} title={title} />
          </>
        )
      }
      edit={{
        reason,
        editing: {
          ...editing,
          begin() {
            setFocused(null)
            editing.begin()
          },
        },
        remove: {
          resource: 'households',
          consequences: 'The service decides what happens to its people, entities and documents.',
        },
      }}
      wide
    >
      {isClientView ? null : <PinnedNotice id={record.id} title={title} />}
      {editing.base ? <HouseholdForm detail={detail} editing={editing} focused={focused} /> : null}
      <div className={classes.layout} aria-busy={!isBriefRead}>
        <div className={classes.holdings}>
          <HouseholdHoldings id={record.id} />
        </div>
        <Brief
          detail={detail}
          visit={visit}
          isEditing={editing.base !== null}
          onAddNotes={reason === null ? addNotes : null}
        />
        <div className={classes.main}>
          {isClientView ? null : <HouseholdSections counts={counts} />}
          <Estate id={record.id} />
          <People rows={detail.individuals} count={counts.individuals} householdId={record.id} reason={reason} />
          <HouseholdDocuments
            householdId={record.id}
            rows={detail.documents}
            count={counts.documents}
            action={
              <AddDocuments
                owner={{ household_id: record.id, entity_id: null, individual_id: null }}
                to={`the ${title} household`}
                reason={reason}
              />
            }
          >
            {isClientView ? null : <HouseholdUploads householdId={record.id} />}
          </HouseholdDocuments>
          <RecordDates record={{ resource: 'households', id: record.id }} name={title} householdId={record.id} />
          {isClientView ? null : <HouseholdChanges of={visit} />}
          {isClientView ? null : (
            <RelatedSection
              resource="document-summaries"
              anchor="summaries"
              title="Summaries"
              columns={summaryColumns}
              rows={detail.summaries}
              count={counts.summaries}
              scope={{ household_id: record.id }}
            />
          )}
          <RecordRules
            subject={{ record: { resource: 'households', id: record.id }, name: title, householdId: record.id }}
          />
          <RecordDetails
            record={record}
            resource="households"
            fields={recordFields({ fields: householdFields, names: ['name', 'external_id'], record, special: {} })}
          />
        </div>
      </div>
    </RecordPage>
  )
}

/** The household's recorded value: one figure with its shares and its age. */
function HouseholdHoldings({ id }: { id: string }) {
  useFreshValuations('household', id)
  const connectionId = useConnection().id
  const query = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
  return (
    <QueryView query={query} label="recorded value">
      {(rollUp) => <Holdings rollUp={rollUp} of={{ what: 'household', id }} />}
    </QueryView>
  )
}

/** All data of one household at a glance. */
export function HouseholdPage() {
  return (
    <RecordView resource="households">{(detail) => <Overview key={detail.record.id} detail={detail} />}</RecordView>
  )
}
