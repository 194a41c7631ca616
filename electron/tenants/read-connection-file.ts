import { dirname, resolve } from 'node:path'
import { AppError } from '../../shared/domain/app-error.ts'
import { readBoundedFile } from '../platform/private-file.ts'
import { invalid, type ParsedConnection, parseConnectionInput } from './parse-connection-input.ts'

const MAXIMUM_BYTES = 256 * 1024

/**
 * Reads a tenant's description from a JSON file: the fields of the connection form, with `ca_file` (a path, relative to
 * the file) in place of `ca_certificate` if wanted.
 *
 * @throws `connection/file-unreadable` when it is missing, too large or not JSON; `connection/invalid` field by field
 */
export async function readConnectionFile(path: string): Promise<ParsedConnection> {
  const fields = parseJson(await readText(path))
  if (typeof fields !== 'object' || fields === null || !('ca_file' in fields)) return parseConnectionInput(fields)
  const { ca_file: caFile, ...rest } = fields
  return parseConnectionInput({ ...rest, ca_certificate: await readCertificateFile(path, caFile, rest) })
}

async function readText(path: string): Promise<string> {
  try {
    const text = await readBoundedFile(path, MAXIMUM_BYTES)
    if (text !== null) return text
  } catch (cause) {
    throw unreadable(
      'The connection file cannot be read.',
      'Check that it is a readable file of at most 256 KB.',
      cause,
    )
  }
  throw unreadable('The connection file does not exist.', 'Check the path given with --connection.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // V8 quotes the text around the mistake in its message, and that text may be the client secret.
    throw unreadable(
      'The connection file is not valid JSON.',
      'Check its braces, commas and quotation marks, or write it again from the example in the manual.',
    )
  }
}

async function readCertificateFile(path: string, caFile: unknown, rest: object): Promise<string> {
  const wrong = (message: string) => invalid([{ field: 'ca_file', message }])
  if ('ca_certificate' in rest) throw wrong('Give either ca_file or ca_certificate, not both.')
  if (typeof caFile !== 'string' || caFile === '')
    throw wrong('This must be the path of a PEM file in quotation marks.')
  const pem = await readBoundedFile(resolve(dirname(path), caFile), MAXIMUM_BYTES).catch(() => null)
  if (pem === null || pem === '')
    throw wrong('This file cannot be read; check its path, relative to the connection file.')
  return pem
}

function unreadable(message: string, nextStep: string, cause?: unknown): AppError {
  return new AppError('connection/file-unreadable', { message, nextStep, cause })
}
