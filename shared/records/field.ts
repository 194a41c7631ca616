import type { Resource } from '../service/resource.ts'

/**
 * The kind of a field's content. It decides the field's schemas, SQL type, filters, grid cell and form control, and how a cell of an
 * import is read.
 */
export type FieldKind =
  /** One line of text. */
  | 'text'
  | 'email'
  /** The two letters of a state or province. */
  | 'state'
  /** Text of many lines, which is merged line by line. */
  | 'long-text'
  /** Calendar date, `YYYY-MM-DD`. */
  | 'date'
  /** ISO 8601 timestamp. */
  | 'time'
  /** Yes or no. */
  | 'flag'
  /** USD. */
  | 'money'
  /** One of `choices`; the service may send others. */
  | 'choice'
  /** The id of a record of the resource `to`. */
  | 'link'
  /** A list of parts with fields of their own. Its schemas are written by hand in `shared/service/`. */
  | 'parts'

type Described = {
  /** Display name. */
  label: string
  /** Header of its grid column, if shorter than the label. */
  header?: string
  /** Always present in a response. Other fields may be missing or null. */
  required?: true
  /**
   * Has a column in the mirror and is part of list rows, where it can be sorted and filtered. A link is shown, sorted and filtered
   * by the name of its record instead.
   */
  listed?: true
  /** Name of that column and of the row's property, if it differs from the field's name. */
  column?: string
  /** The date of figures, whose age matters: lists are grouped by it. */
  figure?: true
  /** Found by full-text search: as a passage of its own, or joined by commas with the other fields of a named passage. */
  searched?: true | string
  /** Accepted in a new record. */
  create?: 'required' | 'optional'
  /**
   * Accepted in an edit. A `clearable` field can be emptied again, which is sent as null; the service may still refuse that, because
   * its description names `external_id` only.
   */
  update?: true | 'clearable'
  /**
   * Name of a group of fields of one record that are only true together, such as a date of death and the flag that the person is
   * deceased. An edit of them is sent, refused, merged, undone and put back as one.
   */
  together?: 'address' | 'death' | 'filing' | 'text'
  /** Offered in bulk edits. */
  bulk?: true
  /** Offered as a column of an import: its label there if it differs, and further column headers, folded. */
  import?: { label?: string; words: readonly string[] }
}

export type Field = Described &
  (
    | { kind: Exclude<FieldKind, 'choice' | 'link' | 'long-text'> }
    | { kind: 'long-text' /** In characters. */; max?: number }
    | { kind: 'choice'; choices: Readonly<Record<string, string>> }
    | { kind: 'link'; to: Resource }
  )

/** May be left out of a new record, and emptied in an edit. */
export const optional = { create: 'optional', update: 'clearable' } as const

/** The fields of a resource by the service's names, without `id`, `created_at` and `updated_at`, which every record has. */
export type Fields = Readonly<Record<string, Field>>

/** The maximum length of notes, in characters. */
export const maxNotes = 65_536

/** The maximum length of a valuation's description, in characters. */
export const maxDescription = 2048

/** The maximum length of a single line of text, in characters. */
export const maxText = 1000

/** The longest id of a record, in characters: a service chooses its ids, and a longer one fits into no address. */
export const longestId = 2_048

type NamesWhere<F extends Fields, Part> = { [Name in keyof F]: F[Name] extends Part ? Name : never }[keyof F] & string

/** The names of the fields that have a property, such as `bulk`. */
export type NamesWith<F extends Fields, Property extends keyof Described> = NamesWhere<
  F,
  { [Key in Property]: unknown }
>

/** The names of the fields that can be emptied in an edit. */
export type ClearableNames<F extends Fields> = NamesWhere<F, { update: 'clearable' }>

/** The names of the fields of a kind. */
export type NamesOf<F extends Fields, Kind extends FieldKind> = NamesWhere<F, { kind: Kind }>

/** The names of the fields that have a property, such as `bulk`, in their order. */
export function namesWith<F extends Fields, Property extends keyof Described>(fields: F, property: Property) {
  const names = Object.keys(fields).filter((name) => fields[name]?.[property] !== undefined)
  return names as NamesWith<F, Property>[]
}

/** True if a field can be emptied in an edit. */
export const isClearable = ({ update }: Pick<Field, 'update'>): boolean => update === 'clearable'

/** The names of the fields that can be emptied in an edit, in their order. */
export function clearableNames<F extends Fields>(fields: F) {
  const names = Object.entries(fields).flatMap(([name, field]) => (isClearable(field) ? [name] : []))
  return names as ClearableNames<F>[]
}

/** The names of all fields, in their order. */
export const allNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** The names of the fields of a kind, in their order. */
export function namesOf<F extends Fields, Kind extends FieldKind>(fields: F, kind: Kind) {
  return Object.keys(fields).filter((name) => fields[name]?.kind === kind) as NamesOf<F, Kind>[]
}

/** A field's column in the mirror and property of a list row. */
export type ColumnOf<F extends Fields, Name extends keyof F> = F[Name] extends { column: infer Column extends string }
  ? Column
  : Name & string

/** True if a field's values are compared and sorted as text, without case and accents. */
export const isText = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'text' || kind === 'email' || kind === 'state' || kind === 'long-text'

/**
 * The fields by which a record identifies itself: those that a user can write but need not. Flags are left out, because a service
 * may set them on its own.
 */
export const identifyingFields = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind, required, create, update }]) =>
    required || kind === 'flag' || kind === 'parts' || (!create && !update) ? [] : [name],
  )
