import { type Fields, maxNotes, optional } from './field.ts'

/**
 * The fields of a household, in the order of its page and its form. The service names a household itself, so its name cannot be
 * written.
 */
export const householdFields = {
  name: { label: 'Name', kind: 'text' },
  /** Individuals, at most two. They are edited as individuals. */
  primary_individuals: { label: 'Primary clients', kind: 'parts', create: 'optional' },
  primary_relationship_owner_id: {
    label: 'Relationship owner',
    header: 'Owner',
    kind: 'link',
    to: 'users',
    required: true,
    listed: true,
    column: 'owner_id',
    create: 'required',
    update: true,
    bulk: true,
  },
  external_id: {
    ...optional,
    label: 'External ID',
    kind: 'text',
    listed: true,
    searched: true,
    import: {
      words: [
        'external id',
        'externalid',
        'household id',
        'client id',
        'crm id',
        'external ref',
        'external reference',
        'reference',
        'ref',
        'id',
      ],
    },
  },
  notes: {
    ...optional,
    label: 'Notes',
    kind: 'long-text',
    max: maxNotes,
    searched: true,
    import: { words: ['notes', 'note', 'comments', 'comment', 'remarks'] },
  },
  /** Not in the API description of the household, but a soft delete must be visible somehow. */
  deleted_at: { label: 'Deleted', kind: 'time' },
} as const satisfies Fields
