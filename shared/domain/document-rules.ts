import { z } from 'zod'
import { documentTypes } from '../service/document.ts'
import { entityKinds } from '../service/entity.ts'
import type { FieldIssue } from './app-error.ts'

/** The format's name and version; a file without it is rejected. */
const documentRulesFormat = 'steward-document-rules-1'

/** One rule: each of these has a document of one of these types on file. */
const documentRule = z.strictObject({
  /** By which its switch is kept; without it, by its name. */
  id: z.string().min(1).max(80).optional(),
  /** Shown when no document is on file: "Crummey letter of this year". */
  name: z.string().min(1).max(80),
  /** Living primary clients, active entities, or households. */
  each: z.enum(['primary', 'entity', 'household']),
  /** Of entities: only these kinds; otherwise every kind. */
  kinds: z.array(z.enum(entityKinds)).min(1).max(entityKinds.length).optional(),
  /** A document of any of these types is enough. */
  types: z.array(z.enum(documentTypes)).min(1).max(documentTypes.length),
  /** The calendar year that the document must be of; otherwise any. */
  year: z.enum(['this', 'last']).optional(),
})

/** A firm's rules for documents on file, as a file or as a setting of its policy. */
export const documentRules = z.strictObject({
  format: z.literal(documentRulesFormat),
  rules: z.array(documentRule).max(50),
})

export type DocumentRule = z.infer<typeof documentRule>

const trustKinds = entityKinds.filter((kind) => kind.endsWith('_TRUST'))

/** The rules of a firm that has set none. */
export const defaultDocumentRules: readonly DocumentRule[] = [
  { id: 'will', name: 'Will', each: 'primary', types: ['WILL'] },
  { id: 'health-care-proxy', name: 'Health care proxy', each: 'primary', types: ['HEALTHCARE_PROXY'] },
  { id: 'power-of-attorney', name: 'Power of attorney', each: 'primary', types: ['POWER_OF_ATTORNEY'] },
  {
    id: 'crummey-letter',
    name: 'Crummey letter of this year',
    each: 'entity',
    kinds: ['ILIT_TRUST'],
    types: ['CRUMMEY_LETTER'],
    year: 'this',
  },
  {
    id: 'insurance-policy',
    name: 'Insurance policy',
    each: 'entity',
    kinds: ['ILIT_TRUST'],
    types: ['INSURANCE_POLICY'],
  },
  {
    id: 'trust-agreement',
    name: 'Trust agreement',
    each: 'entity',
    kinds: trustKinds,
    types: ['SIGNED_TRUST_DOCUMENT', 'EXISTING_REMAINDER_TRUST_DOCUMENT'],
  },
  {
    id: 'llc-agreement',
    name: 'LLC agreement',
    each: 'entity',
    kinds: ['LLC_BUSINESS_ENTITY'],
    types: ['LLC_AGREEMENT', 'OPERATING_AGREEMENT'],
  },
  {
    id: 'partnership-agreement',
    name: 'Partnership agreement',
    each: 'entity',
    kinds: ['LP_BUSINESS_ENTITY', 'GP_BUSINESS_ENTITY'],
    types: ['PARTNERSHIP_AGREEMENT'],
  },
]

const maxIssues = 10

/** Parses a file of rules, whether edited by hand or sent by the firm: the whole file must be valid. */
export function readDocumentRules(text: string): { rules: DocumentRule[] } | { issues: FieldIssue[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { issues: [{ field: '', message: 'This is not valid JSON. Check its braces, commas and quotation marks.' }] }
  }
  const checked = documentRules.safeParse(parsed)
  return checked.success ? { rules: checked.data.rules } : { issues: issuesOf(checked.error) }
}

/** The problems of rules, each with its field, its cause and the next step. */
export function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues
    .slice(0, maxIssues)
    .map((issue) => ({ field: issue.path.map(String).join('.'), message: say(issue) }))
}

function say(issue: z.core.$ZodIssue): string {
  const field = String(issue.path.findLast((part) => typeof part === 'string') ?? '')
  if (issue.code === 'unrecognized_keys') {
    return `Steward does not know “${issue.keys[0]?.slice(0, 60)}” here. Check its spelling or leave it out.`
  }
  if (field === 'format')
    return `This must be "${documentRulesFormat}". Add it, or update Steward if the file is newer.`
  if (field === 'types')
    return 'This must list document types as the service spells them, such as "WILL". Check the spelling.'
  if (field === 'kinds')
    return 'This must list entity kinds as the service spells them, such as "ILIT_TRUST". Check the spelling.'
  if (field === 'each') return 'This must be "primary", "entity" or "household". Choose one of them.'
  if (field === 'year') return 'This must be "this" or "last". Leave it out if any year will do.'
  if (field === 'id') return 'This must be a text of 1 to 80 characters. Leave it out to use the name.'
  if (field === 'name') return 'This must be a text of 1 to 80 characters. It is shown when no document is on file.'
  if (field === 'rules') return 'This must be a list of at most 50 rules. See the example in the manual.'
  return 'This must be a set of fields in braces. See the example in the manual.'
}
