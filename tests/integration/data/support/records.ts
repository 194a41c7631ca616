/** Records as the service would send them; `more` overrides or adds fields. */
const times = { created_at: '2024-01-02T03:04:05.000Z', updated_at: '2024-05-06T07:08:09.000Z' }

type Fields = Record<string, unknown>

export const aUser = (n: number, more: Fields = {}) => ({
  id: `user_${n}`,
  ...times,
  email: `advisor${n}@firm.example`,
  first_name: 'Uma',
  last_name: `Advisor${n}`,
  ...more,
})

export const aHousehold = (n: number, more: Fields = {}) => ({
  id: `household_${n}`,
  ...times,
  primary_relationship_owner_id: 'user_1',
  name: `Household ${n}`,
  ...more,
})

export const anIndividual = (n: number, more: Fields = {}) => ({
  id: `client_profile_${n}`,
  ...times,
  first_name: 'Ada',
  last_name: `Person${n}`,
  household_id: 'household_1',
  is_beneficiary: false,
  is_deceased: false,
  is_grantor: true,
  is_primary: true,
  is_trustee: false,
  ...more,
})

export const anEntity = (n: number, more: Fields = {}) => ({
  id: `entity_${n}`,
  ...times,
  display_name: `Trust ${n}`,
  household_id: 'household_1',
  in_estate_status: 'in_estate',
  kind: 'REVOCABLE_TRUST',
  stage: 'ACTIVE',
  ...more,
})

export const aDocument = (n: number, more: Fields = {}) => ({
  id: `document_${n}`,
  ...times,
  household_id: 'household_1',
  name: `Document ${n}`,
  type: 'WILL',
  ...more,
})

export const aSummary = (n: number, more: Fields = {}) => ({
  id: `document_summary_${n}`,
  ...times,
  display_name: `Summary ${n}`,
  document_id: 'document_1',
  household_id: 'household_1',
  summary: 'A short text.',
  ...more,
})

export const aValuation = (entity: number, more: Fields = {}) => ({
  id: `valuationv2_${entity}`,
  ...times,
  entity_id: `entity_${entity}`,
  effective_date: '2024-03-31',
  directly_held_asset_value: 1000.5,
  total_value: 900.25,
  directly_held_assets: [
    {
      id: 'assetv2_1',
      asset_class: { id: 'asset_class_1', display_name: 'Equity' },
      display_name: 'Zephyr Fund',
      value: 1000.5,
    },
  ],
  ...more,
})

/** Makes `count` records, numbered from `from`. */
export const many = <Made>(make: (n: number) => Made, count: number, from = 1): Made[] =>
  Array.from({ length: count }, (_, index) => make(from + index))

/** Encodes a value as a response body. */
export const bodyOf = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value))

/** Encodes a list response. */
export function pageOf(
  data: readonly unknown[],
  after: { endCursor?: string; hasNext?: boolean; total?: number } = {},
) {
  const { endCursor = null, hasNext = false, total = data.length } = after
  const page_info = { has_next_page: hasNext, has_previous_page: false, end_cursor: endCursor }
  return bodyOf({ data, page_info, total_count: total })
}
