import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID, scrypt } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { compareAccounts } from '../../shared/statements/accounts.ts'
import type { KnownAccount } from '../../shared/statements/batch.ts'

const sharedAccount = z.strictObject({
  number: z.string().max(200),
  isMasked: z.boolean(),
  name: z.string().max(1000).nullable(),
  custodian: z.string().max(1000).nullable().default(null),
  layout: z.string().max(200),
  entity_id: z.string().min(1).max(256),
  as_of: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
})

/** An account as another computer gets it: which entity it belongs to, without its holdings. */
export type SharedAccount = z.infer<typeof sharedAccount>

const sealed = z.strictObject({
  format: z.literal('steward-statement-accounts-1'),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  accounts: z.base64(),
})

/** The most accounts of one file. */
const mostAccounts = 100_000
/** scrypt's cost: about 0.3 s and 64 MiB. */
const cost = { N: 2 ** 16, r: 8, p: 1 }

const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** A file of accounts: AES-256-GCM, with a key that scrypt makes of the passphrase. Nothing of an account is readable in it. */
export async function sealAccounts(accounts: readonly SharedAccount[], passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
  const plain = accounts.map(({ number, isMasked, name, custodian, layout, entity_id, as_of }) => ({
    ...{ number, isMasked, name, custodian, layout, entity_id, as_of },
  }))
  const bytes = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final()])
  const text = (part: Uint8Array) => Buffer.from(part).toString('base64')
  const file: z.infer<typeof sealed> = {
    format: 'steward-statement-accounts-1',
    ...{ salt: text(salt), nonce: text(nonce), tag: text(cipher.getAuthTag()), accounts: text(bytes) },
  }
  return `${JSON.stringify(file)}\n`
}

/**
 * The accounts of such a file; their holdings and totals are not known.
 * @throws AppError `statements/accounts-unreadable`
 */
export async function openAccounts(bytes: Uint8Array, passphrase: string): Promise<SharedAccount[]> {
  const file = sealed.safeParse(parsed(Buffer.from(bytes).toString('utf8')))
  if (!file.success) throw unreadable('This is no file of accounts from Steward.', 'Choose another file.')
  const { salt, nonce, tag, accounts } = file.data
  const part = (text: string) => Buffer.from(text, 'base64')
  let plain: unknown
  try {
    const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, part(salt)), part(nonce), {
      authTagLength: 16,
    })
    decipher.setAuthTag(part(tag))
    plain = parsed(Buffer.concat([decipher.update(part(accounts)), decipher.final()]).toString('utf8'))
  } catch {
    throw unreadable('The passphrase is another one, or the file is damaged.', 'Type the passphrase again.')
  }
  const read = z.array(sharedAccount).max(mostAccounts).safeParse(plain)
  if (!read.success) throw unreadable('The file has accounts that Steward cannot read.', 'Export it again.')
  return read.data
}

type Conflict = { id: string; account: SharedAccount; mine: KnownRecord[] }
type KnownRecord = SharedAccount & { id: string }

/**
 * Plans what of a file's accounts is stored. Those that are known here for another entity wait for an answer, by the id of the conflict;
 * `replaces`: ids of records here that the advisor gave up for the file's.
 */
export function planImport(
  given: readonly SharedAccount[],
  known: readonly KnownRecord[],
  answers: Readonly<Record<string, 'mine' | 'file'>>,
): { taken: KnownAccount[]; kept: number; asked: Conflict[]; replaces: string[] } {
  const compared = compareAccounts(given, known)
  const conflicts = compared.asked.map((one) => ({ id: conflictId(one), ...one }))
  const answered = (answer: 'mine' | 'file') =>
    conflicts.filter(({ id }) => Object.hasOwn(answers, id) && answers[id] === answer)
  const [mine, theirs] = [answered('mine'), answered('file')]
  const taken = [...compared.taken, ...theirs.map(({ account }) => account)]
  return {
    taken: taken.map((account) => ({ ...account, id: `account_${randomUUID()}`, total: '0', assets: [], kept: [] })),
    kept: compared.kept.length + mine.length,
    asked: conflicts.filter((one) => !mine.includes(one) && !theirs.includes(one)),
    replaces: [...new Set(theirs.flatMap((one) => one.mine.map(({ id }) => id)))],
  }
}

/** Identifies an account with both its readings: another one is another conflict. */
const conflictId = ({ account, mine }: Omit<Conflict, 'id'>): string => {
  const { number, isMasked, name, custodian, layout, entity_id } = account
  const readings = [entity_id, ...mine.map((one) => one.entity_id).toSorted()]
  return createHash('sha256')
    .update(JSON.stringify([number, isMasked, name, custodian, layout, ...readings]))
    .digest('hex')
    .slice(0, 32)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const unreadable = (message: string, nextStep: string): AppError =>
  new AppError('statements/accounts-unreadable', { message, nextStep })
