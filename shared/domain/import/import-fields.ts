/** The two files of an import; either may be missing. */
export const importParts = ['households', 'individuals'] as const
export type ImportPart = (typeof importParts)[number]

/** The kind of data in a column, which decides how its cells are parsed. */
export type ImportKind = 'text' | 'notes' | 'email' | 'date' | 'flag' | 'state' | 'owner' | 'household' | 'label'

export type ImportField = {
  readonly label: string
  readonly kind: ImportKind
  /** A file that has no column for this field cannot be imported. */
  readonly required?: true
  /** Alternative column headers, folded. */
  readonly words: readonly string[]
}

/** The fields of a households file. The service accepts no name for a household; the name here only tells rows apart. */
export const householdFields = {
  external_id: {
    label: 'External ID',
    kind: 'text',
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
  name: {
    label: 'Name (for matching people)',
    kind: 'label',
    words: ['name', 'household', 'household name', 'family', 'family name', 'title'],
  },
  owner: {
    label: 'Relationship owner',
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
  notes: { label: 'Notes', kind: 'notes', words: ['notes', 'note', 'comments', 'comment', 'remarks'] },
} as const satisfies Record<string, ImportField>

/** The fields of an individuals file. */
export const individualFields = {
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
      'external id',
    ],
  },
  first_name: {
    label: 'First name',
    kind: 'text',
    required: true,
    words: ['first name', 'first', 'firstname', 'given name', 'forename'],
  },
  last_name: {
    label: 'Last name',
    kind: 'text',
    required: true,
    words: ['last name', 'last', 'lastname', 'surname', 'family name'],
  },
  middle_name: { label: 'Middle name', kind: 'text', words: ['middle name', 'middle', 'middlename', 'middle initial'] },
  suffix: { label: 'Suffix', kind: 'text', words: ['suffix', 'name suffix'] },
  email: { label: 'Email', kind: 'email', words: ['email', 'e mail', 'email address', 'e mail address', 'mail'] },
  date_of_birth: {
    label: 'Date of birth',
    kind: 'date',
    words: ['date of birth', 'birth date', 'birthdate', 'birthday', 'dob', 'born'],
  },
  /** Sent as an update after the person is created, because the service does not accept it in a create. */
  date_of_death: {
    label: 'Date of death',
    kind: 'date',
    words: ['date of death', 'death date', 'deathdate', 'dod', 'died', 'deceased on', 'deceased date'],
  },
  address_line1: {
    label: 'Address line 1',
    kind: 'text',
    words: ['address line 1', 'address line1', 'address 1', 'address', 'street', 'street address', 'address1'],
  },
  address_line2: {
    label: 'Address line 2',
    kind: 'text',
    words: ['address line 2', 'address line2', 'address 2', 'apartment', 'unit', 'address2'],
  },
  city: { label: 'City', kind: 'text', words: ['city', 'town'] },
  state: {
    label: 'State or province',
    kind: 'state',
    words: ['state', 'province', 'state or province', 'state province', 'region'],
  },
  postal_code: {
    label: 'Postal code',
    kind: 'text',
    words: ['postal code', 'zip', 'zip code', 'postcode', 'zipcode', 'post code'],
  },
  country: { label: 'Country', kind: 'text', words: ['country'] },
  is_primary: {
    label: 'Primary client',
    kind: 'flag',
    words: ['primary', 'is primary', 'primary client', 'primary contact'],
  },
  is_beneficiary: { label: 'Beneficiary', kind: 'flag', words: ['beneficiary', 'is beneficiary'] },
  is_grantor: { label: 'Grantor', kind: 'flag', words: ['grantor', 'is grantor'] },
  is_trustee: { label: 'Trustee', kind: 'flag', words: ['trustee', 'is trustee'] },
  is_deceased: { label: 'Deceased', kind: 'flag', words: ['deceased', 'is deceased'] },
  notes: { label: 'Notes', kind: 'notes', words: ['notes', 'note', 'comments', 'comment', 'remarks'] },
} as const satisfies Record<string, ImportField>

export const importFields: Readonly<Record<ImportPart, Readonly<Record<string, ImportField>>>> = {
  households: householdFields,
  individuals: individualFields,
}

/** The order of day and month in a date such as 3/4/2026. ISO dates are read either way. */
export const dateOrders = ['month-first', 'day-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The field of each column, by index; null for a column that is ignored. */
export type Mapping = readonly (string | null)[]
