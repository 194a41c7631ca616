import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { issueCertificate } from '../../../../sandbox/tls/certificate.ts'
import { element, TAG } from '../../../../sandbox/tls/der.ts'

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

/**
 * Returns a certificate that names this authority as its issuer, which never signed it. A client that trusts the authority finds the
 * signature wrong; any other does not know the issuer.
 */
export function forge(authority: string, host: string): Identity {
  const { cert, key } = selfSigned(host)
  const [body, algorithm, signature] = childrenOf(new X509Certificate(cert).raw)
  const [ofAuthority] = childrenOf(new X509Certificate(authority).raw)
  const [version, serial, signed, , validity, subject, publicKey, extensions] = childrenOf(body)
  const issuer = childrenOf(ofAuthority)[5]
  const [list] = childrenOf(extensions)
  // The last extension is the id of the issuer's key, which is another.
  const others = element(0xa3, element(TAG.sequence, ...childrenOf(list).slice(0, -1)))
  const parts = [version, serial, signed, issuer, validity, subject, publicKey, others, algorithm, signature]
  if (!parts.every((part) => part !== undefined)) throw new Error('The certificate has fewer parts than expected.')
  const forged = element(TAG.sequence, element(TAG.sequence, ...parts.slice(0, 8)), ...parts.slice(8))
  return { cert: `-----BEGIN CERTIFICATE-----\n${forged.toString('base64')}\n-----END CERTIFICATE-----\n`, key }
}

/** The elements inside of an element of DER. */
function childrenOf(der: Buffer = Buffer.alloc(0)): Buffer[] {
  const children: Buffer[] = []
  for (let at = endOfHeader(der, 0); at < der.length; ) {
    const end = endOfHeader(der, at) + lengthAt(der, at)
    children.push(der.subarray(at, end))
    at = end
  }
  return children
}

/** A first octet from 0x80 on says how many octets of length follow. */
const lengthOctets = (der: Buffer, at: number) => Math.max(0, der.readUInt8(at + 1) - 0x80)
const endOfHeader = (der: Buffer, at: number) => at + 2 + lengthOctets(der, at)
const lengthAt = (der: Buffer, at: number) =>
  lengthOctets(der, at) === 0 ? der.readUInt8(at + 1) : der.readUIntBE(at + 2, lengthOctets(der, at))

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const isAddress = (name: string) => /^[\d.]+$/.test(name)
const span = ({ from = -1, to = 30 }: { from?: number; to?: number }) => ({
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + to * DAY_MS),
})
