import type { DateLine, EnteredDate, OwnDate } from '../../../shared/ipc/dates.ts'
import type { EstateMap } from '../../../shared/ipc/estate.ts'
import type { Place, SavedView } from '../../../shared/ipc/views.ts'
import { connectionId, type Samples, when } from './sample.ts'

const view: SavedView = {
  id: 'view-1',
  resource: 'households',
  name: 'Mine',
  filters: [{ column: 'owner_id', operator: 'any_of', values: ['us-1'] }],
  sort: { column: 'title', direction: 'asc' },
  columns: [{ column: 'title', hidden: false, pinned: true, width: 240 }],
}

const record = { resource: 'households', id: 'hh-1' }
const place: Place = { ...record, title: 'Okafor' }
const household = { id: 'hh-1', name: 'Okafor' }
const cash = { id: 'asset_class_1', name: 'Cash' }

const willOfAda = {
  ...{ rule_id: 'will', rule: 'Will', state: 'missing' as const, years: [] },
  about: { resource: 'individuals' as const, id: 'in-1', name: 'Ada' },
}

const from = { resource: 'individuals', id: 'in-1' } as const
const to = { resource: 'entities', id: 'en-1' } as const
const ofHousehold = { connectionId, id: 'hh-1' }

const linkOutcome = { id: 'link-1', is_new: true, refused: null }

const estate: EstateMap = {
  household_name: 'Okafor',
  entities: [
    {
      id: 'en-1',
      name: 'Okafor Family Trust',
      kind: 'REVOCABLE_TRUST',
      stage: 'ACTIVE',
      in_estate_status: 'in_estate',
      value: 10.5,
      effective_date: '2026-02-28',
    },
  ],
  entity_count: 1,
  people: [
    {
      ...{ id: 'in-1', name: 'Ada Okafor', is_primary: true, is_deceased: false },
      ...{ date_of_birth: '1950-03-01', date_of_death: null, may_be: ['grantor'] },
    },
  ],
  edges: [{ from, to, documents: [{ id: 'do-1', name: 'Will', type: 'WILL' }] }],
  proposals: [
    {
      from,
      to,
      role: 'Trustee',
      alike: [],
      evidence: [{ kind: 'summary', source: 'do-1', document_name: 'Will', excerpt: 'All to Ada Okafor.' }],
    },
  ],
  links: [
    {
      id: 'link-1',
      from: { ...from, name: 'Ada Okafor' },
      to: { ...to, name: null },
      role: 'Grantor',
      origin: 'drawn',
      made_at: when,
      found_in: [],
    },
  ],
  unread_summaries: 0,
}

const fields: EnteredDate = {
  ...{ kind: 'grat-annuity', title: 'Annuity of the 2024 GRAT' },
  ...{ date: '2026-06-30', every: 'year', until: '2028-06-30' },
}
const ownDate: OwnDate = {
  ...fields,
  id: 'date-1',
  record: { ...to, name: 'Okafor Family Trust' },
  next: '2026-06-30',
  found_in: { document_id: 'do-1', document_name: 'Trust agreement', page: 3, state: 'same', scan: null },
  made_at: when,
}
const dateMark = { is_done: false, snoozed_until: null, note: '' }
const dated = { record: to, household_id: 'hh-1', fields }
const ownLine: DateLine = {
  ...{ subject: 'date-1', what: 'own', date: '2026-06-30', kind: 'own:grat-annuity', title: fields.title },
  ...{ record: ownDate.record, household, moved_from: null, words: null, source: null, doubt: null },
  ...{ found_in: ownDate.found_in, stays: true, next: null, own: fields, mark: dateMark },
}

const comparedPerson = {
  ...{ name: 'Ada Okafor', confirm: 'Ada Okafor', household, documents: [], roles: 0, dates: 0 },
  record: { first_name: 'Ada', last_name: 'Okafor', household_id: 'hh-1', created_at: when, updated_at: when },
}

const householdPair = {
  one: { ...household, created_at: when, primaries: 'Ada Okafor', city: 'Boston, MA', people: 3 },
  other: { id: 'hh-2', name: 'Okafor', created_at: when, primaries: null, city: null, people: 1 },
  people: 1,
}

const noRecords = { total: 0, first: [] }

const noneOwn = { dates: 0, meetings: 0, roles: 0, exceptions: 0, apart: 0 }
const listedOfHousehold = {
  ...{ individuals: noRecords, entities: noRecords, documents: noRecords, 'document-summaries': noRecords },
  own: { ...noneOwn, has_amount: false, is_favorite: false, is_pinned: false },
}

const comparedHousehold = {
  ...{ ...listedOfHousehold, name: 'Okafor', merging: null },
  record: { name: 'Okafor', primary_relationship_owner_id: 'us-1', created_at: when, updated_at: when },
}

export const keptSamples: Samples<
  'views' | 'places' | 'drafts' | 'assetClasses' | 'today' | 'changes' | 'estate' | 'dates' | 'doubles'
> = {
  dates: {
    ofRecord: [{ connectionId, ...to }, { dates: [ownDate] }],
    ofHousehold: [{ connectionId, household_id: 'hh-1' }, { dates: [ownDate] }],
    next: [{ connectionId, ...to }, { lines: [ownLine] }],
    list: [
      {
        ...{
          connectionId,
          owner_id: 'us-1',
          from: '2026-03-01',
          to: '2027-02-28',
          kind: null,
          state: 'open',
          limit: 100,
        },
      },
      {
        lines: [
          ownLine,
          {
            ...{ subject: 'in-2', what: 'estate-tax-return', date: '2027-03-01', kind: 'estate-tax-return' },
            ...{ title: 'Estate tax return due', moved_from: '2027-02-28', household },
            record: { resource: 'individuals', id: 'in-2', name: 'Chidi Okafor' },
            words: 'Nine months after the death, where a return is required.',
            ...{
              source: 'IRC §6075(a); Form 706',
              doubt: null,
              found_in: null,
              stays: true,
              next: null,
              own: null,
              mark: dateMark,
            },
          },
        ],
        total: 2,
        months: [
          { month: '2026-06', count: 1 },
          { month: '2027-03', count: 1 },
        ],
        kinds: [
          { id: 'own:grat-annuity', name: 'GRAT annuity', count: 1 },
          { id: 'estate-tax-return', name: 'Estate tax return due', count: 1 },
        ],
        folds: [],
      },
    ],
    export: [
      {
        ...{ connectionId, owner_id: 'us-1', from: '2026-03-01', to: '2027-02-28', kind: null, state: 'open' },
        as: { format: 'ics', names: false },
      },
      { file: { name: 'Dates.ics', handle: 'file-1' } },
    ],
    planImport: [
      { connectionId, text: '{}' },
      {
        household: 'Okafor',
        dates: [{ id: 'date-1', ...dated, was: { ...fields, date: '2026-05-30' } }],
        same: 2,
        left_out: [{ title: 'Review', why: 'Its record is not in the offline copy.' }],
      },
    ],
    import: [{ connectionId, dates: [{ id: 'date-1', ...dated, was: null }] }],
    mark: [
      {
        ...{ connectionId, subject: 'date-1', what: 'own', date: '2026-06-30' },
        ...{ was: dateMark, mark: { ...dateMark, is_done: true } },
      },
    ],
    add: [{ connectionId, ...dated }, { id: 'date-1' }],
    addFromFact: [{ connectionId, ...dated, document_id: 'do-1', key: 'fact-1' }, { id: 'date-1' }],
    change: [{ connectionId, id: 'date-1', was: fields, fields: { ...fields, every: 'once', until: null } }],
    setRemoved: [{ connectionId, id: 'date-1', removed: true }],
  },
  views: {
    list: [{ connectionId, resource: 'households' }, [view]],
    all: [{ connectionId }, [view]],
    save: [{ connectionId, view }, view],
    remove: [{ connectionId, id: 'view-1' }],
  },
  places: {
    recents: [{ connectionId }, [place]],
    visit: [{ connectionId, ...record }],
    favourites: [{ connectionId }, [place]],
    setFavourite: [{ connectionId, ...record, favourite: true }],
    me: [{ connectionId }, { user_id: 'us-1', proposed: null }],
    setMe: [{ connectionId, user_id: 'us-1' }],
  },
  doubles: {
    list: [
      { connectionId, of: null, limit: 100 },
      {
        people: {
          pairs: [
            {
              one: { id: 'in-1', name: 'Ada Okafor', household, date_of_birth: '1960-04-05', email: null },
              other: { id: 'in-2', name: 'Ada Okafor', household: null, date_of_birth: '1960-04-05', email: null },
              by: ['birth'],
            },
          ],
          total: 1,
        },
        households: { pairs: [householdPair], total: 1 },
      },
    ],
    setApart: [{ connectionId, resource: 'individuals', one_id: 'in-1', other_id: 'in-2', apart: true }],
    compare: [
      { connectionId, one_id: 'in-1', other_id: 'in-2' },
      {
        one: { ...comparedPerson, id: 'in-1' },
        other: {
          ...{ ...comparedPerson, id: 'in-2', record: { ...comparedPerson.record, city: 'Boston' } },
          ...{ documents: [{ id: 'do-1', name: 'Will', household_id: 'hh-1' }], roles: 2, dates: 1 },
        },
      },
    ],
    merge: [
      {
        ...{ connectionId, keep_id: 'in-1', drop_id: 'in-2', fields: { city: 'Boston' }, typed: 'Ada Okafor' },
        seen: { keep: comparedPerson.record, drop: {}, listed: { documents: [], roles: 2, dates: 1 } },
      },
      { operation_id: 'op-1', undo: null },
    ],
    compareHouseholds: [
      { connectionId, one_id: 'hh-1', other_id: 'hh-2' },
      {
        one: { ...comparedHousehold, id: 'hh-1' },
        other: {
          ...comparedHousehold,
          ...{ id: 'hh-2', record: { ...comparedHousehold.record, notes: 'Met at the fair.' } },
          individuals: { total: 1, first: [{ id: 'in-2', name: 'Ada Okafor' }] },
          documents: { total: 51, first: [{ id: 'do-1', name: 'Will' }] },
          own: { ...comparedHousehold.own, dates: 1, meetings: 2, is_pinned: true },
        },
      },
    ],
    mergeHouseholds: [
      {
        ...{ connectionId, keep_id: 'hh-1', drop_id: 'hh-2', fields: { notes: 'Met at the fair.' }, typed: 'Okafor' },
        seen: { keep: { name: 'Okafor' }, drop: { name: 'Okafor' }, listed: listedOfHousehold },
      },
      { operation_id: 'op-1', undo: null },
    ],
  },
  today: {
    get: [
      { connectionId, owner_id: 'us-1' },
      {
        decisions: { lines: [], total: 0 },
        summaries: { lines: [], total: 0 },
        old_figures: {
          lines: [
            {
              household,
              entities: 2,
              oldest: '2025-03-31',
              oldest_entity: { id: 'en-1', name: 'Trust' },
              cents: '125050',
            },
          ],
          total: 1,
          cents: '125050',
          entities: 2,
        },
        birthdays: { lines: [], total: 0 },
        missing: {
          documents: 1,
          households: 1,
          unknown: 0,
          rules: [{ id: 'will', name: 'Will', on: true, switchable: true, documents: 1, households: 1, unknown: 0 }],
        },
        rules: { source: 'default', problems: [] },
      },
    ],
    dates: [
      { connectionId, household_id: 'hh-1' },
      {
        lines: [
          {
            ...{
              subject: 'in-2',
              what: 'estate-tax-return',
              kind: 'estate-tax-return',
              title: 'Estate tax return due',
            },
            record: { resource: 'individuals', id: 'in-2', name: 'Chidi Okafor' },
            household: { id: 'hh-1', name: 'Okafor' },
            ...{
              found_in: null,
              stays: true,
              next: null,
              own: null,
              mark: { is_done: false, snoozed_until: null, note: '' },
            },
            date: '2027-03-01',
            moved_from: '2027-02-28',
            words: 'Nine months after the death, where a return is required.',
            source: 'IRC §6075(a); Form 706',
            doubt: null,
          },
        ],
        overdue: [],
        marked: [],
        undated_deaths: 0,
      },
    ],
    rules: [
      { connectionId },
      {
        ...{ source: 'default', problems: [] },
        rules: [
          {
            ...{ id: 'will', kind: 'document', name: 'Will', words: 'Expected of each living primary client.' },
            ...{ source: 'Usual in estate planning', by: 'steward', on: true, switchable: true, list: null },
          },
        ],
      },
    ],
    quality: [
      { connectionId },
      {
        checks: [
          {
            ...{ id: 'primary-without-state', name: 'Primary client without a state', source: 'Packs need it' },
            ...{ words: 'Each living primary client is checked.', list: 'individuals', checked: 40, found: 3 },
            filters: [{ column: 'state', operator: 'has_not', values: [] }],
            left_out: 0,
            left_out_filters: [{ column: 'left_out', operator: 'any_of', values: ['primary-without-state'] }],
          },
        ],
      },
    ],
    exceptions: [
      { connectionId, household_id: 'hh-1' },
      {
        exceptions: [
          {
            ...{
              rule_id: 'will',
              rule: 'Will',
              household_id: 'hh-1',
              reason: 'A trust takes its place',
              made_at: when,
            },
            record: { resource: 'individuals', id: 'in-1', name: 'Ada' },
          },
        ],
      },
    ],
    rulesOf: [
      { connectionId, resource: 'individuals', id: 'in-1' },
      {
        found: [
          {
            ...{ rule_id: 'primary-without-state', rule: 'Primary client without a state' },
            ...{ words: 'Each living primary client is checked.', is_double: false },
          },
        ],
        exceptions: [
          {
            ...{ rule_id: 'will', rule: 'Will', household_id: 'hh-1', made_at: when },
            ...{ record: { resource: 'individuals', id: 'in-1', name: 'Ada' }, reason: 'A trust takes its place' },
          },
        ],
      },
    ],
    setException: [
      {
        ...{ connectionId, rule_id: 'will', household_id: 'hh-1', reason: 'A trust takes its place' },
        record: { resource: 'individuals', id: 'in-1' },
      },
    ],
    setExceptions: [
      {
        ...{ connectionId, rule_id: 'primary-without-state', resource: 'individuals', reason: 'Lives abroad' },
        which: { ids: ['in-1', 'in-2'] },
      },
      { changed: ['in-1'], gone: 1 },
    ],
    filed: [
      { connectionId, household_id: 'hh-1' },
      {
        kinds: [{ type: 'WILL', count: 1 }],
        missing: [willOfAda],
        source: 'default',
        to_review: 1,
      },
    ],
    missing: [
      { connectionId, of: { owner_id: 'us-1' }, rule_id: null, limit: 50 },
      {
        lines: [{ household, missing: [willOfAda] }],
        ...{ households: 1, documents: 1, unknown: 0, rules: ['Will'], source: 'default', as_of: when },
      },
    ],
    exportMissing: [
      { connectionId, of: { which: { ids: ['hh-1'] } } },
      { file: { name: 'Possibly missing documents.csv', handle: 'file-1' } },
    ],
    setRule: [{ connectionId, id: 'will', on: false }],
  },
  changes: {
    list: [
      { connectionId, household_id: 'hh-1', owner_id: null, others_only: true, before: null, limit: 50 },
      {
        changes: [
          {
            number: 1,
            resource: 'individuals',
            record_id: 'in-1',
            title: 'Ada',
            household,
            kind: 'changed',
            fields: [{ field: 'city', before: 'Bern', after: 'Basel', operation_id: null }],
            operation_id: null,
            observed_at: when,
            seen_before: when,
            own: false,
          },
        ],
        next: null,
      },
    ],
    household: [
      { connectionId, household_id: 'hh-1' },
      { looked_at: when, looked_to: 1, met_at: null, recorded_since: when, copied_again: null, unseen: 0 },
    ],
    counts: [{ connectionId, household_ids: ['hh-1'] }, { counts: [{ id: 'hh-1', unseen: 2 }] }],
    households: [
      { connectionId, owner_id: null, since: when, limit: 20 },
      { households: [{ household, changes: 2, resources: ['individuals'], newest_at: when }], more: false },
    ],
    look: [{ connectionId, household_id: 'hh-1', to: 1 }],
    meetings: [{ connectionId, household_id: 'hh-1' }, { meetings: [{ id: 'me-1', met_at: when, note: 'Gifts' }] }],
    meet: [{ connectionId, household_id: 'hh-1', id: 'me-1', meeting: { met_at: when, note: '' } }, { before: null }],
    exportMeetings: [{ connectionId, household_id: 'hh-1' }, { file: null }],
  },
  drafts: {
    list: [{ connectionId }, [{ name: 'hh-1', json: '{}' }]],
    keep: [{ connectionId, name: 'hh-1', json: null }],
  },
  estate: {
    map: [ofHousehold, estate],
    roles: [{ connectionId, ...from }, { links: estate.links }],
    trustees: [
      { connectionId, entity_ids: ['en-1'] },
      { entities: [{ id: 'en-1', trustees: [{ ...from, name: 'Ada Okafor' }] }] },
    ],
    addLink: [{ connectionId, household_id: 'hh-1', from, to, role: 'Trustee', origin: 'confirmed' }, linkOutcome],
    setLinkRemoved: [{ connectionId, id: 'link-1', removed: true }, linkOutcome],
    moveLink: [{ connectionId, id: 'link-1', end: 'from', was: from, node: from }, linkOutcome],
    setRejected: [
      { connectionId, from, to, role: 'Trustee', evidence: [{ kind: 'summary', source: 'do-1' }], rejected: true },
    ],
    amounts: [
      { connectionId, household_id: 'hh-1' },
      { firm: { usd: 13_990_000, year: 2025 }, own: null, is_any: true },
    ],
    setFirmAmount: [{ connectionId, amount: { usd: 15_000_000, year: 2026 } }],
    setOwnAmount: [{ connectionId, household_id: 'hh-1', own: { amount: null, primaries: 2, is_off: false } }],
    savePicture: [
      { ...ofHousehold, picture: { format: 'svg', content: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' } },
      { file: null },
    ],
    exportLinks: [ofHousehold, { file: null }],
  },
  assetClasses: {
    list: [{ connectionId, entity_id: 'en-1' }, [{ ...cash, uses: 1, last_seen: when, own: true, added: false }]],
    add: [{ connectionId, ...cash }],
    addAll: [
      { connectionId, classes: [cash] },
      { added: 1, known: 0 },
    ],
    forget: [{ connectionId, id: 'asset_class_1' }],
    exportFile: [{ connectionId }, { file: null }],
  },
}
