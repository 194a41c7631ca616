import { type Fields, maxDescription } from './field.ts'

/** The fields of a dated snapshot of an entity's assets. It is created for its entity, and never edited. */
export const valuationFields = {
  entity_id: { label: 'Entity', kind: 'link', to: 'entities', required: true, listed: true },
  effective_date: {
    label: 'Effective date',
    header: 'As of',
    kind: 'date',
    required: true,
    listed: true,
    figure: true,
    create: 'required',
  },
  directly_held_asset_value: { label: 'Directly held', kind: 'money', required: true, listed: true },
  total_value: { label: 'Total value', kind: 'money', required: true, listed: true },
  directly_held_assets: { label: 'Assets', kind: 'parts', required: true, create: 'required' },
  description: { label: 'Description', kind: 'long-text', max: maxDescription, searched: true, create: 'optional' },
} as const satisfies Fields
