import type { ContractInputs } from '../../shared/ipc/contract.ts'
import { maxImportPiece } from '../../shared/ipc/imports.ts'
import type { Client } from './client/connect-client.ts'

/** An import of the main process, which holds the files sent to it. */
export type HeldFiles = { connectionId: string; import_id: string }

/** Sends a file's bytes in pieces, because one message holds a few hundred thousand characters at most. */
export async function sendFile(
  client: Client,
  held: HeldFiles,
  part: ContractInputs['imports']['append']['part'],
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at === 0 || at < bytes.length; at += maxImportPiece) {
    const base64 = base64Of(bytes.subarray(at, at + maxImportPiece))
    await client.imports.append({ ...held, part, base64, first: at === 0 })
  }
}

/** Bytes turned into text at once: a function takes only so many arguments. */
const bytesAtOnce = 30_000

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce))
  return btoa(text)
}
