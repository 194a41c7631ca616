import { isoTime, localToday, sameDayNextYear, yearBefore } from '../../../shared/domain/days.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { needsAttention, valuesOf } from '../../../shared/domain/operation-rules.ts'
import { sayAction, sayState } from '../../../shared/domain/operation-words.ts'
import { maxPackChanges, maxPackDates } from '../../../shared/domain/pack.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import type { DateLine } from '../../../shared/ipc/dates.ts'
import type { EstateAmounts, EstateMap } from '../../../shared/ipc/estate.ts'
import type { FiguresChecked, RollUp } from '../../../shared/ipc/roll-ups.ts'
import type { MissingOfHousehold } from '../../../shared/ipc/today.ts'
import type { DateRule, DocumentRule, YearlyRule } from '../../../shared/rules/rules.ts'
import { readEstateAmounts } from '../ledger/estate-amounts.ts'
import { readMeetings } from '../ledger/household-marks.ts'
import { readMe } from '../ledger/screen-state.ts'
import { readObservedChanges } from './changes.ts'
import { readDateList } from './date-list.ts'
import { readEstateMap } from './estate-map.ts'
import { readFiguresChecked } from './figures-checked.ts'
import { readFiledDocuments } from './filed-documents.ts'
import type { OutputOf, Reader } from './reader.ts'
import { linkTo, optionalLink, readRecord } from './records.ts'
import { rollUpHousehold } from './roll-ups.ts'
import { readValueBridge } from './value-bridge.ts'

/** The lists whose records a pack counts, adds up and calls missing. */
const packLists = ['individuals', 'entities', 'documents'] as const

/** The statements of a pack. One parameter: the household's id. */
const packSql = {
  people: `SELECT id, title AS name, is_primary, is_grantor, is_trustee, is_beneficiary, is_deceased, date_of_birth AS born,
      json ->> '$.date_of_death' AS died
    FROM individuals WHERE household_id = ? ORDER BY is_primary DESC, coalesce(date_of_birth, '9999'), title_sort, id`,
  entities: `SELECT e.id, e.title AS name, e.kind, e.stage, e.in_estate_status, v.directly_held_asset_value AS value,
      v.effective_date, c.checked_at
    FROM entities e LEFT JOIN valuations v ON v.entity_id = e.id LEFT JOIN valuation_check c ON c.entity_id = e.id
    WHERE e.household_id = ? ORDER BY e.title_sort, e.id`,
  documents: `SELECT d.id, d.title AS name, d.type, d.created_at, coalesce(i.title, e.title) AS about
    FROM documents d LEFT JOIN individuals i ON i.id = d.individual_id LEFT JOIN entities e ON e.id = d.entity_id
    WHERE d.household_id = ? ORDER BY d.type, d.title_sort, d.id`,
  /** No parameters. The lists that were read completely at some time. */
  read: 'SELECT resource FROM resource_state WHERE complete_ended_at IS NOT NULL',
  /** Pending writes to the household and everything in it. */
  unsent: `WITH it (resource, id) AS (
      SELECT 'households', @id
      UNION ALL SELECT 'individuals', id FROM individuals WHERE household_id = @id
      UNION ALL SELECT 'entities', id FROM entities WHERE household_id = @id
      UNION ALL SELECT 'valuations', id FROM entities WHERE household_id = @id
      UNION ALL SELECT 'documents', id FROM documents WHERE household_id = @id
      UNION ALL SELECT 'document-summaries', id FROM document_summaries WHERE household_id = @id)
    SELECT o.operations FROM it JOIN overlay o ON o.resource = it.resource AND o.id = it.id WHERE o.mark IS NOT NULL`,
} as const

type PackPerson = {
  id: string
  name: string
  is_primary: number
  is_grantor: number
  is_trustee: number
  is_beneficiary: number
  is_deceased: number
  born: string | null
  died: string | null
}

type PackEntity = {
  id: string
  name: string
  kind: string
  stage: string
  in_estate_status: string
  /** USD; null without a valuation. */
  value: number | null
  effective_date: string | null
  /** When the valuation was last requested, ISO 8601; null if never. */
  checked_at: string | null
}

type PackDocument = { id: string; name: string; type: string; created_at: string; about: string | null }

/** Everything that a household's pack can show, from one snapshot of the mirror with pending edits applied. */
export type PackFacts = {
  household: { name: string; owner: string | null; notes: string; checked_at: string }
  /** The user's own name, if it was chosen. */
  prepared_by: string | null
  people: PackPerson[]
  entities: PackEntity[]
  documents: PackDocument[]
  missing: MissingOfHousehold['missing']
  rollUp: RollUp
  /** The amounts that the estate is compared with. */
  amounts: EstateAmounts
  checked: FiguresChecked
  map: EstateMap
  /** The lists that no sync has read completely yet, so that records of the household may be missing. */
  unread: (typeof packLists)[number][]
  /** Newest first, `since` a moment (ISO 8601): the last meeting's if `met`. `more`: there are older ones that are not listed. */
  changes: { listed: ObservedChange[]; more: boolean; since: string; met: boolean }
  /** Of the next 12 months, the next first; done ones are left out. `more`: those beyond the listed ones. */
  dates: { listed: DateLine[]; more: number }
  /** The values since the day of the last meeting (`YYYY-MM-DD`) if `met`, else since a year ago. */
  bridge: OutputOf<'rollUps', 'bridge'> & { from: string; met: boolean }
  /** Unsent writes, in the order they were made, each in words. */
  unsent: { id: string; title: string; state: string; attention: boolean }[]
}

type Input = {
  id: string
  rules: readonly DocumentRule[]
  /** ISO 8601; changes since then, or since the last meeting, if `since_met` and one is recorded. */
  since: string
  since_met: boolean
  /** The rules that derive dates. */
  date_rules: readonly (DateRule | YearlyRule)[]
  /** The day of the pack, `YYYY-MM-DD` in local time. */
  today: string
}

/** @throws AppError `record/not-found` */
export function readPack(reader: Reader, { id, rules, since, since_met, date_rules, today }: Input): PackFacts {
  const { mirror } = reader
  const met_at = readLastMeeting(reader, { id, today })
  const met = since_met ? met_at : null
  const { record, checked_at } = readRecord(reader, 'households', id)
  type StoredEntity = Omit<PackEntity, 'checked_at'> & { checked_at: number | null }
  const entities = mirror.prepare<[string], StoredEntity>(packSql.entities).all(id)
  return {
    household: {
      name: linkTo(reader, 'households', id).name ?? '',
      owner: linkTo(reader, 'users', record.primary_relationship_owner_id).name,
      notes: record.notes ?? '',
      checked_at,
    },
    prepared_by: optionalLink(reader, 'users', readMe(reader, { user: null }).user_id)?.name ?? null,
    people: mirror.prepare<[string], PackPerson>(packSql.people).all(id),
    entities: entities.map((entity) => ({
      ...entity,
      checked_at: entity.checked_at === null ? null : isoTime(entity.checked_at),
    })),
    documents: mirror.prepare<[string], PackDocument>(packSql.documents).all(id),
    missing: readFiledDocuments(reader, { household_id: id, rules }).missing,
    rollUp: rollUpHousehold(reader, { id }),
    amounts: readEstateAmounts(reader, { household_id: id }),
    checked: readFiguresChecked(reader, { of: { what: 'household', id } }),
    map: readEstateMap(reader, { id }),
    unread: readUnread(reader),
    changes: { ...readChanges(reader, id, met ?? since), since: met ?? since, met: met !== null },
    dates: readDates(reader, { id, date_rules, today }),
    bridge: readBridge(reader, { id, today, met_at }),
    unsent: readUnsentOf(reader, id),
  }
}

function readUnread({ mirror }: Reader): PackFacts['unread'] {
  const read = new Set(mirror.prepare<[], string>(packSql.read).pluck().all())
  return packLists.filter((resource) => !read.has(resource))
}

function readChanges(reader: Reader, id: string, since: string): Pick<PackFacts['changes'], 'listed' | 'more'> {
  const listed: ObservedChange[] = []
  for (let before: number | null = null; ; ) {
    const page: ReturnType<typeof readObservedChanges> = readObservedChanges(reader, {
      household_id: id,
      owner_id: null,
      since,
      others_only: false,
      before,
      limit: maxPackChanges,
    })
    listed.push(...page.changes)
    const isFull = listed.length > maxPackChanges
    if (page.next === null || isFull) {
      return { listed: listed.slice(0, maxPackChanges), more: isFull }
    }
    before = page.next
  }
}

/** Dates that are not done; snoozed ones too, because their day is not another one. */
function readDates(reader: Reader, { id, date_rules, today }: Pick<Input, 'id' | 'date_rules' | 'today'>) {
  const asked = { owner_id: null, household_ids: [id], rules: date_rules, kind: null, limit: maxPackDates }
  const span = { from: today, to: sameDayNextYear(today) }
  const read = (['open', 'snoozed'] as const).map((state) => readDateList(reader, { ...asked, ...span, state }))
  const lines = read
    .flatMap((of) => of.lines)
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const listed = lines.slice(0, maxPackDates)
  return { listed, more: read.reduce((sum, { total }) => sum + total, 0) - listed.length }
}

/** The last meeting before the day of the pack, ISO 8601: one of that day has nothing after it yet. Null if none was logged. */
function readLastMeeting(reader: Reader, { id, today }: Pick<Input, 'id' | 'today'>): string | null {
  const { meetings } = readMeetings(reader, { household_id: id })
  return meetings.find(({ met_at }) => localToday(new Date(met_at)) < today)?.met_at ?? null
}

function readBridge(reader: Reader, { id, today, met_at }: Pick<Input, 'id' | 'today'> & { met_at: string | null }) {
  const from = met_at === null ? yearBefore(today) : localToday(new Date(met_at))
  return { ...readValueBridge(reader, { of: { what: 'household', id }, from, to: today }), from, met: met_at !== null }
}

function readUnsentOf({ mirror, ledger }: Reader, id: string): PackFacts['unsent'] {
  const found = mirror.prepare<[{ id: string }], string>(packSql.unsent).pluck().all({ id })
  const ids = [...new Set(found.flatMap((json): string[] => JSON.parse(json)))]
  const select = ledger
    .prepare<[string], string>(
      'SELECT json FROM operation WHERE is_open = 1 AND id IN (SELECT value FROM json_each(?)) ORDER BY seq',
    )
    .pluck()
  return select.all(JSON.stringify(ids)).map((json) => {
    const one: Operation = JSON.parse(json)
    const title = valuesOf(one).title.trim()
    return {
      id: one.id,
      title: title === '' ? sayAction(one) : `${sayAction(one)}: ${title}`,
      state: sayState(one),
      attention: needsAttention(one),
    }
  })
}
