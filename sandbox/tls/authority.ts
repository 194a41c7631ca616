import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueCertificate } from './certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AUTHORITY_NAME = 'Wealth Planning Sandbox CA'
const AUTHORITY_DAYS = 365
const LEAF_DAYS = 90

export interface ServerIdentity {
  /** Path of the CA certificate that clients must trust. */
  caPath: string
  caPem: string
  certificatePem: string
  keyPem: string
}

/**
 * Creates the server certificate. The CA in `directory` is reused while it is valid and has its key, so that clients keep
 * trusting it after a restart. The server certificate is new at every start and its key is never written to disk.
 */
export function createServerIdentity(directory: string, now: number): ServerIdentity {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const caPath = join(directory, 'ca.pem')
  const keyPath = join(directory, 'ca.key')
  const authority = readAuthority(caPath, keyPath, now) ?? createAuthority(caPath, keyPath, now)
  const leafKey = createKey()
  const certificatePem = issueCertificate({
    subject: '127.0.0.1',
    issuer: AUTHORITY_NAME,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + LEAF_DAYS * DAY_MS),
    subjectKey: leafKey,
    issuerKey: authority.key,
    serverNames: { dns: ['localhost'], ip: ['127.0.0.1'] },
  })
  const keyPem = leafKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { caPath, caPem: authority.pem, certificatePem, keyPem }
}

interface Authority {
  pem: string
  key: KeyObject
}

function readAuthority(caPath: string, keyPath: string, now: number): Authority | undefined {
  if (!existsSync(caPath) || !existsSync(keyPath)) return undefined
  try {
    const pem = readFileSync(caPath, 'utf8')
    const key = createPrivateKey(readFileSync(keyPath, 'utf8'))
    const certificate = new X509Certificate(pem)
    // A CA that would expire before its server certificate is replaced early, so that the whole chain stays valid.
    const lastsLongEnough = certificate.validToDate.getTime() > now + LEAF_DAYS * DAY_MS
    const begun = certificate.validFromDate.getTime() <= now
    return lastsLongEnough && begun && certificate.checkPrivateKey(key) ? { pem, key } : undefined
  } catch {
    return undefined // Unreadable files are replaced like expired ones: only the sandbox depends on this CA.
  }
}

function createAuthority(caPath: string, keyPath: string, now: number): Authority {
  const key = createKey()
  const pem = issueCertificate({
    subject: AUTHORITY_NAME,
    issuer: AUTHORITY_NAME,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY_MS),
    subjectKey: key,
    issuerKey: key,
  })
  writeFileSync(keyPath, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(caPath, pem, { mode: 0o644 })
  return { pem, key }
}

function createKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}
