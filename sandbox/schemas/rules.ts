/** What the API's requests may hold, where services differ. */
export interface ApiRules {
  /** Whether an empty `primary_individuals` may be sent. */
  emptyPrimaries: boolean
  /** Whether updates may hold null for `external_id` only, instead of for every optional field. */
  strictNull: boolean
  /** The most characters of a valuation's description; undefined for no limit. */
  valuationDescriptionMax: number | undefined
  /** Whether any file may be uploaded, or only those with an extension of {@link LISTED_EXTENSIONS}. */
  fileTypes: 'any' | 'listed'
}

/** The kinds of files that the published interface names. */
export const LISTED_EXTENSIONS = [
  'pdf',
  'jpg',
  'jpeg',
  'png',
  'txt',
  'csv',
  'docx',
  'xlsx',
  'numbers',
  'pages',
] as const
