import { documentTypeNames } from '../domain/names.ts'
import { type Fields, optional } from './field.ts'

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
  entity_id: { ...optional, label: 'Entity', kind: 'link', to: 'entities', listed: true, together: 'filing' },
  individual_id: { ...optional, label: 'Person', kind: 'link', to: 'individuals', listed: true, together: 'filing' },
  enable_ai_suggestions: { label: 'Used for AI suggestions', kind: 'flag', update: true, bulk: true },
  deleted_at: { label: 'Deleted', kind: 'time' },
} as const satisfies Fields
