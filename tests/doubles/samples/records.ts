import { records, rows } from '../records.ts'
import { connectionId, type Samples, when } from './sample.ts'

const byId = { connectionId, id: 'x-1' }
const household = { id: 'hh-1', name: 'Okafor' }
const checked = { checked_at: when, pending: null }
const window = { connectionId, offset: 0, limit: 10 }
const sortedBy = <Column extends string>(column: Column) => ({ ...window, sort: { column, direction: 'asc' } }) as const
const listOf = <Row>(row: Row) => ({ rows: [row], total: 1, offset: 0 })
const emptyRollUp = { total: '0', entities: 0, unvalued: 0, oldest: null, newest: null, lines: [], cells: [] }

export const recordSamples: Samples<
  | 'households'
  | 'individuals'
  | 'entities'
  | 'valuations'
  | 'documents'
  | 'documentSummaries'
  | 'users'
  | 'setAside'
  | 'search'
  | 'rollUps'
> = {
  households: {
    list: [sortedBy('title'), listOf(rows.households)],
    get: [
      byId,
      {
        record: records.household,
        ...checked,
        title: 'Okafor',
        owner: { id: 'us-1', name: 'Grace Lindqvist' },
        individuals: [rows.individuals],
        entities: [rows.entities],
        documents: [rows.documents],
        summaries: [rows.documentSummaries],
        counts: { individuals: 1, entities: 1, documents: 1, summaries: 1 },
      },
    ],
    refreshValuations: [byId, { asked: 2, refused: 0 }],
  },
  individuals: {
    list: [sortedBy('email'), listOf(rows.individuals)],
    get: [byId, { record: records.individual, ...checked, title: 'Ada Okafor', household, documents: [] }],
  },
  entities: {
    list: [sortedBy('kind'), listOf(rows.entities)],
    get: [
      byId,
      {
        record: records.entity,
        ...checked,
        household,
        valuation: { record: records.valuation, ...checked },
        valuation_checked_at: when,
        valuation_unanswered: null,
        observations: [],
        documents: [],
      },
    ],
    refreshValuation: [byId, { found: true }],
  },
  valuations: {
    list: [sortedBy('effective_date'), listOf(rows.valuations)],
    get: [
      byId,
      { record: records.valuation, ...checked, entity: { id: 'en-1', name: 'Okafor Family Trust' }, household },
    ],
    observed: [
      { connectionId, entity_id: 'en-1' },
      { observations: [], left_out: 0 },
    ],
  },
  documents: {
    list: [sortedBy('type'), listOf(rows.documents)],
    get: [
      byId,
      {
        record: records.document,
        ...checked,
        household,
        entity: null,
        individual: null,
        summaries: [rows.documentSummaries],
      },
    ],
  },
  documentSummaries: {
    list: [sortedBy('entry_mode'), listOf(rows.documentSummaries)],
    get: [
      byId,
      { record: records.summary, ...checked, household, document: { id: 'do-1', name: 'Will' }, reviewed: null },
    ],
    toReview: [
      { connectionId, id: 'su-1', owner_id: null },
      { previous: null, next: 'su-2', total: 2 },
    ],
    setReviewed: [{ connectionId, id: 'su-1', updated_at: when }],
    original: [
      byId,
      { original: { kept_at: when, display_name: 'Summary', summary: 'As it was.', summary_format: null } },
    ],
  },
  users: {
    list: [sortedBy('email'), listOf(rows.users)],
    get: [byId, { record: records.user, ...checked, title: 'Grace Lindqvist', household_count: 1 }],
  },
  setAside: { list: [window, { records: [], total: 0 }] },
  search: {
    query: [
      { connectionId, text: 'okafor', limit: 10 },
      {
        hits: [
          {
            resource: 'households',
            id: 'hh-1',
            title: 'Okafor',
            title_matches: [[0, 6]],
            subtitle: 'Ada Okafor',
            snippet: null,
            snippet_matches: [],
            pending: null,
            found_by: 'name',
          },
        ],
      },
    ],
  },
  rollUps: {
    household: [byId, emptyRollUp],
    checked: [
      { connectionId, of: { what: 'book' } },
      { from: when, to: when, unchecked: 0, whole_firm: false },
    ],
    list: [
      { connectionId, of: { what: 'households', sort: { column: 'title', direction: 'asc' } } },
      { rows: 1, directly_held_asset_value: '1050', valued: 1, old: 0 },
    ],
    groups: [
      { connectionId, of: { what: 'entities', sort: { column: 'title', direction: 'asc' }, group: 'kind' } },
      [{ key: 'REVOCABLE_TRUST', rows: 1, directly_held_asset_value: '1050' }],
    ],
    book: [{ connectionId }, emptyRollUp],
    bridge: [
      { connectionId, of: { what: 'household', id: 'hh-1' }, from: '2025-11-27', to: '2026-11-27' },
      {
        before: '100000',
        after: '104200',
        compared: { entities: 1, before: '100000', after: '104200' },
        unknown: { before: 0, after: 0 },
        dated_later: 0,
        kinds: [{ kind: 'revalued', entities: 1, difference: '4200', unsent: 0 }],
        lines: [
          {
            id: 'en-1',
            name: 'Okafor Family Trust',
            gone: false,
            kind: 'revalued',
            before: '100000',
            after: '104200',
            difference: '4200',
            dates: { before: '2025-06-30', after: '2026-06-30' },
            unsent: false,
          },
        ],
        first_day: '2025-06-30',
        days: [
          { day: '2025-06-30', value: '100000' },
          { day: '2026-06-30', value: '104200' },
        ],
      },
    ],
  },
}
