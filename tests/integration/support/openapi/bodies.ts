export type Row = { id: string } & Record<string, unknown>

/** Records of the firm that requests refer to. */
export interface Samples {
  user: string
  household: string
  individual: string
  entity: string
  document: string
  summary: string
}

/** A person with every field that a new primary client can have. */
export const everyField = {
  first_name: 'Ada',
  last_name: 'Whitfield',
  state: 'NY',
  address_line1: '1 Elm Street',
  address_line2: 'Floor 2',
  city: 'Albany',
  country: 'US',
  middle_name: 'M',
  postal_code: '12207',
  suffix: 'Jr.',
  date_of_birth: '1960-02-29',
  email: 'ada@example.com',
  is_beneficiary: true,
  is_deceased: false,
  is_trustee: true,
  notes: 'Notes 😀',
}
const counter = { next: 0 }

/** A good body of every operation that takes JSON; unique fields are new each time. */
export function goodBodies({ user, household, individual, entity }: Samples): Record<string, () => object> {
  const externalId = () => {
    counter.next += 1
    return `external-${counter.next}`
  }
  return {
    createHousehold: () => ({
      primary_relationship_owner_id: user,
      external_id: externalId(),
      notes: 'Notes',
      primary_individuals: [everyField],
    }),
    updateHousehold: () => ({ external_id: externalId(), notes: 'Other', primary_relationship_owner_id: user }),
    createIndividual: () => ({ ...everyField, household_id: household, is_grantor: true, is_primary: false }),
    updateIndividual: () => ({ ...everyField, date_of_death: '2024-02-29', is_grantor: false, is_primary: false }),
    createValuation: () => ({
      directly_held_assets: [
        { asset_class_id: 'asset_class_cash', display_name: 'Cash', value: 0.1, external_id: 'x' },
      ],
      effective_date: '2026-01-31',
      description: 'Year end',
    }),
    updateDocument: () => ({
      enable_ai_suggestions: true,
      entity_id: entity,
      individual_id: individual,
      name: 'Will',
      type: 'WILL',
    }),
    updateDocumentSummary: () => ({
      display_name: 'Summary',
      entry_mode: 'USER',
      summary: 'Text',
      summary_format: 'PLAIN_TEXT',
    }),
  }
}

export const OPERATIONS_WITH_JSON = [
  'createHousehold',
  'updateHousehold',
  'createIndividual',
  'updateIndividual',
  'createValuation',
  'updateDocument',
  'updateDocumentSummary',
]

/** The record that an operation with an id is called for. */
export function idFor(operationId: string, samples: Samples): string {
  if (/Summary$/.test(operationId)) return samples.summary
  if (/(?:Document|OfDocument)$/.test(operationId)) return samples.document
  if (/Valuation|Entity$/.test(operationId)) return samples.entity
  if (/Individual$/.test(operationId)) return samples.individual
  return /User$/.test(operationId) ? samples.user : samples.household
}
