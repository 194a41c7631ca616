import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** With these parameters, scrypt takes about 0.1 s of processor time and 64 MiB. */
const cost = { N: 2 ** 16, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

const form = /^scrypt:1:([0-9a-f]{32}):([0-9a-f]{64})$/

function hashOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  // The same characters, however a keyboard composes them.
  const typed = passphrase.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, hashBytes, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

/** A verifier by which a passphrase can be checked but not recovered. */
export async function makeVerifier(passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await hashOf(passphrase, salt)
  return `scrypt:1:${salt.toString('hex')}:${hash.toString('hex')}`
}

/** Whether the passphrase matches; false for an invalid verifier. Takes the same time for any passphrase of the same length. */
export async function verify(passphrase: string, verifier: string): Promise<boolean> {
  const [, salt, hash] = form.exec(verifier) ?? []
  if (salt === undefined || hash === undefined) return false
  return timingSafeEqual(await hashOf(passphrase, Buffer.from(salt, 'hex')), Buffer.from(hash, 'hex'))
}
