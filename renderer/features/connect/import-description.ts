import type { ConnectionInput } from '../../../shared/ipc/connections.ts'

/** The initial values of the form. */
export const emptyConnection: ConnectionInput = {
  name: '',
  base_url: '',
  auth_url: '',
  client_id: '',
  client_secret: '',
  redirect_uri: '',
  flow: 'authorization_code',
  user: '',
  pkce: true,
  ca_certificate: '',
}

const textFields = [
  'name',
  'base_url',
  'auth_url',
  'client_id',
  'client_secret',
  'redirect_uri',
  'user',
  'ca_certificate',
] as const

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

function takeChoices(fields: Readonly<Record<string, unknown>>, values: ConnectionInput, notes: string[]) {
  const { flow, pkce } = fields
  if (flow === 'authorization_code' || flow === 'client_credentials') values.flow = flow
  else if (flow !== undefined) notes.push('flow must be "authorization_code" or "client_credentials".')
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
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
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
