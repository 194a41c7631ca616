import { entityKindNames, entityStageNames, inEstateStatusNames } from '../domain/names.ts'
import type { Fields } from './field.ts'

/** The fields of a trust, account, fund, foundation or business. No endpoint creates or edits one. */
export const entityFields = {
  display_name: { label: 'Name', kind: 'text', required: true },
  household_id: { label: 'Household', kind: 'link', to: 'households', required: true, listed: true },
  kind: { label: 'Kind', kind: 'choice', choices: entityKindNames, required: true, listed: true },
  stage: { label: 'Stage', kind: 'choice', choices: entityStageNames, required: true, listed: true },
  in_estate_status: {
    label: 'Estate status',
    header: 'Estate',
    kind: 'choice',
    choices: inEstateStatusNames,
    required: true,
    listed: true,
  },
  external_id: { label: 'External ID', kind: 'text', listed: true, searched: true },
} as const satisfies Fields
