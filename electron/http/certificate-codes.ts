/** Node's error codes for a rejected certificate. Codes with a meaning that users can act on are mapped to it. */
const meanings = new Map<string, CertificateProblem>([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong-host'],
  ['ERR_TLS_CERT_ALTNAME_FORMAT', 'wrong-host'],
  ['HOSTNAME_MISMATCH', 'wrong-host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown-authority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknown-authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown-authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown-authority'],
  ['CERT_UNTRUSTED', 'unknown-authority'],
  ['EE_KEY_TOO_SMALL', 'weak'],
  ['CA_KEY_TOO_SMALL', 'weak'],
  ['CA_MD_TOO_WEAK', 'weak'],
  ['ERR_TLS_CERT_SIGNATURE_ALGORITHM_UNSUPPORTED', 'weak'],
  ['CERT_REVOKED', 'revoked'],
  ['CERT_CHAIN_TOO_LONG', 'other'],
  ['CERT_REJECTED', 'other'],
  ['CERT_SIGNATURE_FAILURE', 'other'],
  ['INVALID_CA', 'other'],
  ['INVALID_PURPOSE', 'other'],
  ['PATH_LENGTH_EXCEEDED', 'other'],
  ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'other'],
])

/** The reason why a certificate is rejected. */
export type CertificateProblem =
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-host'
  | 'self-signed'
  | 'unknown-authority'
  | 'weak'
  | 'revoked'
  | 'other'

/** @returns null when the error is not about a certificate */
export function certificateProblem(code: string, message = ''): CertificateProblem | null {
  // Node has no code names for OpenSSL's newer reasons and passes on only OpenSSL's message.
  if (code === 'UNSPECIFIED') return /too (weak|small|short)/.test(message) ? 'weak' : 'other'
  return meanings.get(code) ?? null
}
