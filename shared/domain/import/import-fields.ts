import { type FieldKind, type Fields, isClearable, type NamesWith } from '../../records/field.ts'
import { householdFields } from '../../records/household.ts'
import { individualFields } from '../../records/individual.ts'

/** The two files of an import; either may be missing. */
export const importParts = ['households', 'individuals'] as const
export type ImportPart = (typeof importParts)[number]

/** The kind of data in a column, which decides how its cells are parsed. */
export type ImportKind = (typeof kinds)[number] | 'owner' | 'household' | 'label'

export type ImportField = {
  readonly label: string
  readonly kind: ImportKind
  /** A file that has no column for this field cannot be imported. */
  readonly required?: true
  /** An empty cell can clear the field of a record that exists. */
  readonly clearable?: true
  /** Alternative column headers, folded. */
  readonly words: readonly string[]
}

const kinds = ['text', 'long-text', 'email', 'date', 'flag', 'state'] as const satisfies readonly FieldKind[]

const isRead = (kind: FieldKind): kind is (typeof kinds)[number] => kinds.some((known) => known === kind)

/** The fields of a record that a file may have columns for. */
function imported<F extends Fields>(fields: F) {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    const { kind, label, create, import: column } = field
    if (column === undefined || !isRead(kind)) return []
    const required = create === 'required' ? ({ required: true } as const) : {}
    const clearable = isClearable(field) ? ({ clearable: true } as const) : {}
    return [[name, { label: column.label ?? label, kind, ...required, ...clearable, words: column.words }]]
  })
  return Object.fromEntries(columns) as Record<NamesWith<F, 'import'>, ImportField>
}

const { external_id, ...ofHousehold } = imported(householdFields)

export const importFields: Readonly<Record<ImportPart, Readonly<Record<string, ImportField>>>> = {
  households: {
    external_id,
    /** The service accepts no name for a household; this one only tells rows apart. */
    name: {
      label: 'Name (for matching people)',
      kind: 'label',
      words: ['name', 'household', 'household name', 'family', 'family name', 'title'],
    },
    owner: {
      label: householdFields.primary_relationship_owner_id.label,
      kind: 'owner',
      words: [
        'owner',
        'relationship owner',
        'primary relationship owner',
        'advisor',
        'adviser',
        'relationship manager',
        'owner email',
        'advisor email',
      ],
    },
    ...ofHousehold,
  },
  individuals: {
    household: {
      label: 'Household',
      kind: 'household',
      required: true,
      words: [
        'household',
        'household id',
        'household external id',
        'household name',
        'family',
        'family name',
        'client household',
        'household title',
        'account name',
        'external id',
      ],
    },
    ...imported(individualFields),
  },
}

/** The field of each column, by index; null for a column that is ignored. */
export type Mapping = readonly (string | null)[]
