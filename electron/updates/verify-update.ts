import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { win32 } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { RunProgram } from '../platform/run-to-end.ts'
import { type Release, UpdateError } from './release.ts'

export type AuthenticodeOptions = {
  run: RunProgram
  /** The Windows folder. */
  systemRoot: string | undefined
  /** The complete distinguished name in the certificate that signs every version. */
  publisher: string | null
}

/** The file's name is passed in the environment, so no part of it can be executed as a command. */
const command = [
  '$s = Get-AuthenticodeSignature -LiteralPath $env:STEWARD_UPDATE;',
  '[pscustomobject]@{ Status = [int]$s.Status; Path = $s.Path; Subject = $s.SignerCertificate.Subject }',
  '| ConvertTo-Json -Compress',
].join(' ')

const valid = 0
const said = z.strictObject({ Status: z.number(), Path: z.string(), Subject: z.string() })

const refuse = (message: string, cause?: unknown) => new UpdateError('not-safe', message, cause)

/**
 * Asks Windows who signed a file. Any error counts as invalid, because electron-updater's own verifier accepts a file if
 * PowerShell does not work or no publisher is known.
 *
 * @throws UpdateError unless the signature is valid and the publisher's
 */
export async function verifyAuthenticode(
  file: string,
  { run, systemRoot, publisher }: AuthenticodeOptions,
): Promise<void> {
  if (!publisher) throw refuse('No publisher is known.')
  if (!systemRoot || !win32.isAbsolute(systemRoot)) throw refuse('Windows was not found.')
  const powerShell = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', command]
  const { code, stdout, stderr } = await run(powerShell, args, { SystemRoot: systemRoot, STEWARD_UPDATE: file })
  if (code !== 0 || stderr.trim() !== '') throw refuse('The signature could not be checked.')
  const signature = readAnswer(stdout)
  if (signature.Status !== valid) throw refuse('The signature is not valid.')
  if (win32.normalize(signature.Path) !== win32.normalize(file)) throw refuse('A different file was checked.')
  if (signature.Subject !== publisher) throw refuse('The signature belongs to another publisher.')
}

function readAnswer(text: string): z.infer<typeof said> {
  try {
    return said.parse(JSON.parse(text))
  } catch (cause) {
    throw refuse('The signature was not reported.', cause)
  }
}

/**
 * Compares a downloaded file with the offered release.
 *
 * @throws UpdateError unless it is exactly one of the release's files
 */
export async function verifyFile(file: string, release: Release): Promise<void> {
  try {
    const stats = await lstat(file)
    const hash = createHash('sha512')
    await pipeline(createReadStream(file), hash)
    const sha512 = hash.digest('base64')
    const whole = release.files.some((one) => one.sha512 === sha512 && one.size === stats.size)
    if (stats.isFile() && whole) return
  } catch (cause) {
    throw new UpdateError('not-safe', 'The downloaded file cannot be read.', cause)
  }
  throw new UpdateError('not-safe', 'The downloaded file is not the one that was offered.')
}
