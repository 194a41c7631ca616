import { parse } from 'content-disposition'
import { safeFileName } from '../../shared/domain/file-names.ts'

/** A longer header (in characters) is not read as a file name. */
const longest = 4096

/**
 * The file name in a Content-Disposition header (RFC 6266, RFC 8187), made safe; null when the header has none. Only the last
 * part of a path is used.
 */
export function dispositionName(header: unknown): string | null {
  if (typeof header !== 'string' || header.length > longest) return null
  const name = lastPart(asText(filenameIn(header)))
  return /[\p{L}\p{N}\p{S}]/u.test(name) ? safeFileName(name) : null
}

function filenameIn(header: string): string {
  try {
    return parse(header).parameters.filename ?? ''
  } catch {
    return ''
  }
}

/** Servers send UTF-8 where only Latin-1 is allowed; text that is not valid UTF-8 is read as Latin-1. */
function asText(name: string): string {
  const highest = Math.max(0, ...Array.from(name, (letter) => letter.codePointAt(0) ?? 0))
  if (highest < 0x80 || highest > 0xff) return name
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))
  } catch {
    return name
  }
}

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''
