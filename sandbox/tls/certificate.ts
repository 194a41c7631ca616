import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { bitString, element, oid, TAG, unsignedInteger, utcTime } from './der.ts'

export interface CertificateRequest {
  subject: string
  issuer: string
  notBefore: Date
  notAfter: Date
  /** The key pair that the certificate is for. */
  subjectKey: KeyObject
  /** The private key that signs the certificate. */
  issuerKey: KeyObject
  /** Absent for a certificate authority. */
  serverNames?: { dns: readonly string[]; ip: readonly string[] }
}

const ECDSA_WITH_SHA256 = element(TAG.sequence, oid('1.2.840.10045.4.3.2'))
const TRUE = element(TAG.boolean, Buffer.from([0xff]))

/** Writes and signs an X.509 v3 certificate with an ECDSA P-256 key. Returns PEM. */
export function issueCertificate(request: CertificateRequest): string {
  const publicKey = createPublicKey(request.subjectKey)
  const body = element(
    TAG.sequence,
    element(0xa0, unsignedInteger(Buffer.from([2]))),
    unsignedInteger(serialNumber()),
    ECDSA_WITH_SHA256,
    commonName(request.issuer),
    element(TAG.sequence, utcTime(request.notBefore), utcTime(request.notAfter)),
    commonName(request.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, element(TAG.sequence, ...extensions(request, publicKey))),
  )
  const signature = sign('sha256', body, request.issuerKey)
  return pem(element(TAG.sequence, body, ECDSA_WITH_SHA256, bitString(signature)))
}

/** The first bit is 0 to keep the number positive, the second is 1 to avoid padding. */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

function commonName(name: string): Buffer {
  const attribute = element(TAG.sequence, oid('2.5.4.3'), element(TAG.utf8String, Buffer.from(name)))
  return element(TAG.sequence, element(TAG.set, attribute))
}

function extensions(request: CertificateRequest, publicKey: KeyObject): Buffer[] {
  const subjectId = extension('2.5.29.14', element(TAG.octetString, keyId(publicKey)))
  const issuerKeyId = keyId(createPublicKey(request.issuerKey))
  const authorityId = extension('2.5.29.35', element(TAG.sequence, element(0x80, issuerKeyId)))
  if (request.serverNames === undefined) {
    const keyCertSignAndCrlSign = element(TAG.bitString, Buffer.from([1, 0b0000_0110]))
    return [
      extension('2.5.29.19', element(TAG.sequence, TRUE), true),
      extension('2.5.29.15', keyCertSignAndCrlSign, true),
      subjectId,
      authorityId,
    ]
  }
  const names = [
    ...request.serverNames.dns.map((name) => element(0x82, Buffer.from(name))),
    ...request.serverNames.ip.map((address) => element(0x87, Buffer.from(address.split('.').map(Number)))),
  ]
  const digitalSignature = element(TAG.bitString, Buffer.from([7, 0b1000_0000]))
  return [
    extension('2.5.29.19', element(TAG.sequence), true),
    extension('2.5.29.15', digitalSignature, true),
    extension('2.5.29.37', element(TAG.sequence, oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', element(TAG.sequence, ...names)),
    subjectId,
    authorityId,
  ]
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  const wrapped = element(TAG.octetString, value)
  return critical ? element(TAG.sequence, oid(id), TRUE, wrapped) : element(TAG.sequence, oid(id), wrapped)
}

function keyId(publicKey: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
