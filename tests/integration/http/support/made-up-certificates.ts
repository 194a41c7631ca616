import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { issueCertificate } from '../../../../sandbox/tls/certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A certificate and its key, as a server needs them. */
export type Identity = { cert: string; key: string }

export type LeafOptions = {
  names?: string[]
  /** Days from now; may be negative. */
  from?: number
  to?: number
  /** A key that is too short, as old servers had. */
  weak?: boolean
}

/** Creates a certificate authority that issues certificates for any host and any time. */
export function makeAuthority(name: string, valid: { from?: number; to?: number; key?: KeyObject } = {}) {
  const key = valid.key ?? newKey()
  const pem = issueCertificate({
    ...{ subject: name, issuer: name, subjectKey: key, issuerKey: key },
    ...span(valid),
  })
  return {
    pem,
    key,
    issue({ names = ['larch.test'], weak = false, ...days }: LeafOptions = {}): Identity {
      const own = weak ? generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey : newKey()
      const cert = issueCertificate({
        ...{ subject: names[0] ?? '', issuer: name, subjectKey: own, issuerKey: key },
        ...span(days),
        serverNames: { dns: names.filter((each) => !isAddress(each)), ip: names.filter(isAddress) },
      })
      return { cert, key: pemOf(own) }
    },
  }
}

/** Returns a self-signed certificate. */
export function selfSigned(host: string): Identity {
  const key = newKey()
  const cert = issueCertificate({
    ...{ subject: host, issuer: host, subjectKey: key, issuerKey: key },
    ...span({}),
    serverNames: { dns: [host], ip: [] },
  })
  return { cert, key: pemOf(key) }
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const isAddress = (name: string) => /^[\d.]+$/.test(name)
const span = ({ from = -1, to = 30 }: { from?: number; to?: number }) => ({
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + to * DAY_MS),
})
