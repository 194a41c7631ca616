import { document } from '../../shared/service/document.ts'
import { documentSummary } from '../../shared/service/document-summary.ts'
import { entity } from '../../shared/service/entity.ts'
import { household } from '../../shared/service/household.ts'
import { individual } from '../../shared/service/individual.ts'
import { user } from '../../shared/service/user.ts'
import { valuation } from '../../shared/service/valuation.ts'

/** One small, legal record of each resource, and the list rows for them. */

const when = '2026-03-01T12:00:00Z'
const times = { created_at: when, updated_at: when }
const row = { ...times, checked_at: when, pending: null, attention: false }

export const records = {
  household: household.parse({ id: 'hh-1', ...times, primary_relationship_owner_id: 'us-1', name: 'Okafor' }),
  individual: individual.parse({
    id: 'in-1',
    ...times,
    first_name: 'Ada',
    last_name: 'Okafor',
    household_id: 'hh-1',
    is_beneficiary: false,
    is_deceased: false,
    is_grantor: true,
    is_primary: true,
    is_trustee: false,
  }),
  entity: entity.parse({
    id: 'en-1',
    ...times,
    display_name: 'Okafor Family Trust',
    household_id: 'hh-1',
    in_estate_status: 'in_estate',
    kind: 'REVOCABLE_TRUST',
    stage: 'ACTIVE',
  }),
  valuation: valuation.parse({
    id: 'va-1',
    ...times,
    entity_id: 'en-1',
    effective_date: '2026-02-28',
    directly_held_asset_value: 10.5,
    directly_held_assets: [],
    total_value: 10.5,
  }),
  document: document.parse({ id: 'do-1', ...times, household_id: 'hh-1', name: 'Will', type: 'WILL' }),
  summary: documentSummary.parse({
    id: 'ds-1',
    ...times,
    display_name: 'Will, in short',
    document_id: 'do-1',
    household_id: 'hh-1',
    summary: 'All to Ada.',
  }),
  user: user.parse({ id: 'us-1', ...times, email: 'grace@example.com', first_name: 'Grace', last_name: 'Lindqvist' }),
}

export const rows = {
  households: {
    ...row,
    id: 'hh-1',
    title: 'Okafor',
    external_id: null,
    primaries: 'Ada Okafor',
    owner_id: 'us-1',
    owner_name: 'Grace Lindqvist',
    directly_held_asset_value: '1050',
    in_estate_share: 100,
    out_of_estate_share: 0,
    oldest_figure: '2026-02-28',
    valued_count: 1,
    individual_count: 1,
    entity_count: 1,
    document_count: 1,
  },
  individuals: {
    ...row,
    id: 'in-1',
    title: 'Ada Okafor',
    household_id: 'hh-1',
    household_name: 'Okafor',
    email: null,
    date_of_birth: null,
    city: null,
    state: null,
    is_primary: true,
    is_beneficiary: false,
    is_grantor: true,
    is_trustee: false,
    is_deceased: false,
  },
  entities: {
    ...row,
    id: 'en-1',
    title: 'Okafor Family Trust',
    household_id: 'hh-1',
    household_name: 'Okafor',
    owner_id: 'us-1',
    owner_name: 'Grace Lindqvist',
    kind: 'REVOCABLE_TRUST',
    stage: 'ACTIVE',
    in_estate_status: 'in_estate',
    external_id: null,
    directly_held_asset_value: 10.5,
    effective_date: '2026-02-28',
    valuation_id: 'va-1',
    document_count: 1,
  },
  valuations: {
    ...row,
    id: 'va-1',
    title: 'Okafor Family Trust',
    entity_id: 'en-1',
    household_id: 'hh-1',
    household_name: 'Okafor',
    owner_id: 'us-1',
    owner_name: 'Grace Lindqvist',
    effective_date: '2026-02-28',
    directly_held_asset_value: 10.5,
    total_value: 10.5,
    asset_count: 0,
  },
  documents: {
    ...row,
    id: 'do-1',
    title: 'Will',
    type: 'WILL',
    household_id: 'hh-1',
    household_name: 'Okafor',
    entity_id: null,
    entity_name: null,
    individual_id: null,
    individual_name: null,
    summary_count: 1,
  },
  documentSummaries: {
    ...row,
    id: 'ds-1',
    title: 'Will, in short',
    document_id: 'do-1',
    document_name: 'Will',
    household_id: 'hh-1',
    household_name: 'Okafor',
    entry_mode: null,
    summary_format: null,
  },
  users: { ...row, id: 'us-1', title: 'Grace Lindqvist', email: 'grace@example.com', household_count: 1 },
}
