import { connectionFieldNames, flows, tokenAuths } from '../../../shared/domain/connection-fields.ts'
import { type ConnectionInput, emptyConnection } from '../../../shared/ipc/connections.ts'
import { isRecord } from '../../../shared/lib/json.ts'

type Choice = 'flow' | 'token_auth'

const choices: { readonly [Field in Choice]: readonly ConnectionInput[Field][] } = {
  flow: flows,
  token_auth: tokenAuths,
}

type TextField = Exclude<keyof ConnectionInput, Choice | 'pkce'>

const textFields = [...connectionFieldNames, 'client_secret' as const].filter(
  (field): field is TextField => field !== 'pkce' && !Object.hasOwn(choices, field),
)

export type Imported =
  | { values: ConnectionInput /** One sentence for each part of the file that was not used. */; notes: string[] }
  | { problem: string }

function takeText(fields: Readonly<Record<string, unknown>>, values: ConnectionInput, notes: string[]) {
  for (const field of textFields) {
    const value = fields[field]
    if (typeof value === 'string') values[field] = value
    else if (value !== undefined && value !== null) notes.push(`${field} is not text in quotation marks.`)
  }
}

function takeChoice<Field extends Choice>(field: Field, given: unknown, values: ConnectionInput, notes: string[]) {
  const allowed: readonly ConnectionInput[Field][] = choices[field]
  const chosen = allowed.find((each) => each === given)
  if (chosen !== undefined) values[field] = chosen
  else if (given !== undefined) notes.push(`${field} must be one of ${allowed.map((each) => `"${each}"`).join(', ')}.`)
}

function takeChoices(fields: Readonly<Record<string, unknown>>, values: ConnectionInput, notes: string[]) {
  takeChoice('flow', fields.flow, values, notes)
  takeChoice('token_auth', fields.token_auth, values, notes)
  const { pkce } = fields
  if (typeof pkce === 'boolean') values.pkce = pkce
  else if (pkce !== undefined) notes.push('pkce must be true or false, without quotation marks.')
}

/**
 * Reads a connection's JSON description into the form's fields. The file is not trusted: values of the wrong type are left out
 * and named, and the main process validates every field again when the form is submitted.
 */
export function importDescription(text: string): Imported {
  let fields: unknown
  try {
    fields = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: 'This file is not valid JSON. Check its braces, commas and quotation marks.' }
  }
  if (!isRecord(fields)) {
    return { problem: 'This file does not describe a connection: it must be one JSON object.' }
  }
  const given: Readonly<Record<string, unknown>> = { ...fields }
  const values = { ...emptyConnection }
  const notes: string[] = []
  takeText(given, values, notes)
  takeChoices(given, values, notes)
  for (const field of Object.keys(given)) {
    if (field === 'ca_file')
      notes.push('ca_file names a file that this page cannot read: choose the certificate below.')
    else if (!Object.hasOwn(emptyConnection, field)) notes.push(`${field.slice(0, 100)} is not a field Steward knows.`)
  }
  return { values, notes }
}
