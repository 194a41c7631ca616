import { z } from 'zod'
import { type Field, type Fields, longestId, maxText, type NamesWith } from '../records/field.ts'
import {
  calendarDate,
  dateTime,
  documentId,
  documentSummaryId,
  entityId,
  householdId,
  individualId,
  usd,
  userId,
  valuationId,
  wellFormed,
} from './fields.ts'

/** The schemas of what the service sends. Choices are open. */
const received = {
  text: z.string(),
  email: z.string(),
  state: z.string(),
  'long-text': z.string(),
  choice: z.string(),
  link: z.string(),
  date: calendarDate,
  time: dateTime,
  flag: z.boolean(),
  money: usd,
} as const

const ids = {
  users: userId,
  households: householdId,
  individuals: individualId,
  entities: entityId,
  documents: documentId,
  'document-summaries': documentSummaryId,
  valuations: valuationId,
} as const

/** The schemas of what the service accepts, other than choices and long texts. */
export const accepted = {
  text: z.string().min(1).max(maxText),
  email: z.email('must be an email address'),
  state: z.string().regex(/^[A-Za-z]{2}$/, 'must be the two letters of a state or province'),
  link: wellFormed(z.string().min(1).max(longestId)),
  date: z.iso.date('must be a calendar date (YYYY-MM-DD)'),
  flag: z.boolean(),
} as const

type Received<F extends Field> = F extends { kind: 'link'; required: true; to: infer To extends keyof typeof ids }
  ? (typeof ids)[To]
  : F extends { kind: infer Kind extends keyof typeof received }
    ? (typeof received)[Kind]
    : never

type Accepted<F extends Field> = F extends { kind: 'choice'; choices: infer Choices }
  ? z.ZodEnum<{ [Choice in keyof Choices & string]: Choice }>
  : F extends { kind: 'long-text' }
    ? z.ZodString
    : F extends { kind: infer Kind extends keyof typeof accepted }
      ? (typeof accepted)[Kind]
      : never

type Optional<Schema extends z.ZodType> = z.ZodOptional<Schema>
type Plain<F extends Fields, Name extends keyof F> = F[Name] extends { kind: 'parts' } ? never : Name

export type ReceivedShape<F extends Fields> = {
  [Name in keyof F as Plain<F, Name>]: F[Name] extends { required: true }
    ? Received<F[Name]>
    : Optional<z.ZodNullable<Received<F[Name]>>>
}

export type CreateShape<F extends Fields> = {
  [Name in NamesWith<F, 'create'> as Plain<F, Name>]: F[Name] extends { create: 'required' }
    ? Accepted<F[Name]>
    : Optional<Accepted<F[Name]>>
}

export type UpdateShape<F extends Fields> = {
  [Name in NamesWith<F, 'update'> as Plain<F, Name>]: F[Name] extends { update: 'clearable' }
    ? Optional<z.ZodNullable<Accepted<F[Name]>>>
    : Optional<Accepted<F[Name]>>
}

const receivedOf = (field: Field): z.ZodType =>
  field.kind === 'link' && field.required ? ids[field.to] : received[field.kind as keyof typeof received]

function acceptedOf(field: Field): z.ZodType {
  if (field.kind === 'choice') return z.enum(Object.keys(field.choices))
  if (field.kind === 'long-text') {
    const { max } = field
    return max === undefined
      ? z.string()
      : // In a function: formatting the first number takes 20 ms, in every thread that loads this file.
        z.string().max(max, { error: () => `must have at most ${max.toLocaleString('en-US')} characters` })
  }
  return accepted[field.kind as keyof typeof accepted]
}

function shapeOf(fields: Fields, schemaOf: (field: Field) => z.ZodType | null): z.ZodRawShape {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const schema = field.kind === 'parts' ? null : schemaOf(field)
    return schema === null ? [] : [[name, schema] as const]
  })
  return Object.fromEntries(entries)
}

/** Schemas of the fields as the service sends them, without parts. */
export const receivedShape = <F extends Fields>(fields: F) =>
  shapeOf(fields, (field) => {
    const schema = receivedOf(field)
    return field.required ? schema : schema.nullish()
  }) as ReceivedShape<F>

/** Schemas of the fields of a new record as the service accepts them, without parts. */
export const createShape = <F extends Fields>(fields: F) =>
  shapeOf(fields, (field) => {
    if (!field.create) return null
    return field.create === 'required' ? acceptedOf(field) : acceptedOf(field).optional()
  }) as CreateShape<F>

/** Schemas of the fields of an edit as the service accepts them, without parts. */
export const updateShape = <F extends Fields>(fields: F) =>
  shapeOf(fields, (field) => {
    if (!field.update) return null
    const schema = acceptedOf(field)
    return field.update === 'clearable' ? schema.nullable().optional() : schema.optional()
  }) as UpdateShape<F>
