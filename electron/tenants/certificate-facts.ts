import { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../../shared/ipc/connections.ts'

/** The facts by which a person recognises the certificates of a PEM text; the text has been validated before. */
export function certificateFactsOf(pem: string | null): CertificateFacts[] {
  const blocks = pem?.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => {
    const certificate = new X509Certificate(block)
    return {
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      valid_to: certificate.validToDate.toISOString().slice(0, 10),
      fingerprint: certificate.fingerprint256,
    }
  })
}

/** The common name of a distinguished name, or all of it. The certificate's author wrote it. */
function nameIn(distinguished: string): string {
  const lines = (distinguished ?? '').split('\n')
  const common = lines.find((line) => line.startsWith('CN='))?.slice(3) ?? lines.join(', ')
  return common
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
