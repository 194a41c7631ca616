import { documentTypeNames } from '../domain/names.ts'
import type { Fields } from './field.ts'

/** The fields of an uploaded file's record, in the order of its page and its form. */
export const documentFields = {
  name: { label: 'Name', kind: 'text', required: true, create: 'required', update: true },
  type: {
    label: 'Type',
    kind: 'choice',
    choices: documentTypeNames,
    required: true,
    listed: true,
    create: 'required',
    update: true,
    bulk: true,
  },
  household_id: {
    label: 'Household',
    kind: 'link',
    to: 'households',
    required: true,
    listed: true,
    create: 'required',
  },
  entity_id: {
    label: 'Entity',
    kind: 'link',
    to: 'entities',
    listed: true,
    create: 'optional',
    update: 'clearable',
    together: 'filing',
  },
  individual_id: {
    label: 'Person',
    kind: 'link',
    to: 'individuals',
    listed: true,
    create: 'optional',
    update: 'clearable',
    together: 'filing',
  },
  enable_ai_suggestions: { label: 'Used for AI suggestions', kind: 'flag', update: true, bulk: true },
  deleted_at: { label: 'Deleted', kind: 'time' },
} as const satisfies Fields
