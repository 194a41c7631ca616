import type { X509Certificate } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { formatCalendarDate } from '../../shared/domain/dates.ts'
import type { CertificateProblem } from './certificate-codes.ts'

/** A rejected certificate: the host that presented it, the reason, and the certificate itself if available. */
export type RefusedCertificate = {
  problem: CertificateProblem
  /** Node's error code. */
  code: string
  host: string
  certificate: X509Certificate | null
  now: Date
}

/** The failure in plain words, with the certificate facts that an IT department needs in `detail`. */
export function explainCertificate(refused: RefusedCertificate): AppError {
  return new AppError('service/untrusted-certificate', { ...words(refused), detail: detailOf(refused) })
}

const askTheFirm =
  'Ask your IT department. If your firm has its own certificate authority, this computer has to trust it, or the connection needs its certificate (Settings, Connections, Edit).'

function words({ problem, host, certificate, now }: RefusedCertificate): { message: string; nextStep: string } {
  const today = `This computer's date is ${day(now)}.`
  const clock = 'Check that the date of this computer is right; if it is, tell your IT department.'
  switch (problem) {
    case 'expired': {
      const end = certificate?.validToDate
      const isOwn = end !== undefined && end.getTime() <= now.getTime()
      const what = isOwn ? `expired on ${day(end)}` : 'was issued by an authority whose certificate expired'
      return { message: `The certificate of ${host} ${what}. ${today}`, nextStep: clock }
    }
    case 'not-yet-valid': {
      const start = certificate?.validFromDate
      const isOwn = start !== undefined && start.getTime() > now.getTime()
      const when = isOwn ? `not valid before ${day(start)}` : 'not valid yet'
      return { message: `The certificate of ${host} is ${when}. ${today}`, nextStep: clock }
    }
    case 'wrong-host':
      return {
        message: `The certificate that ${host} showed is for ${namesIn(certificate)}.`,
        nextStep: 'Check the address in the connection, and whether a network sign-in page is in the way.',
      }
    case 'self-signed':
      return { message: `The certificate of ${host} is self-signed, not issued by an authority.`, nextStep: askTheFirm }
    case 'unknown-authority':
      return {
        message: `The certificate of ${host} was issued by ${issuerOf(certificate)}, which this computer does not trust.`,
        nextStep: askTheFirm,
      }
    case 'weak':
      return {
        message: `The certificate of ${host} is too weak to be trusted.`,
        nextStep: 'Tell your IT department: its key or signature is of a kind that is not safe any more.',
      }
    case 'revoked':
      return { message: `The certificate of ${host} was revoked.`, nextStep: 'Tell your IT department.' }
    case 'other':
      return { message: `The certificate of ${host} is not one that this computer can trust.`, nextStep: askTheFirm }
  }
}

/** Facts for the IT department: `CERT_HAS_EXPIRED; subject …; issuer …; valid … to …; SHA-256 …`. */
function detailOf({ code, certificate }: RefusedCertificate): string {
  if (certificate === null) return code
  return [
    code,
    `subject ${nameIn(certificate.subject)}`,
    `issuer ${nameIn(certificate.issuer)}`,
    `valid ${isoDay(certificate.validFromDate)} to ${isoDay(certificate.validToDate)}`,
    `SHA-256 ${certificate.fingerprint256}`,
  ].join('; ')
}

function issuerOf(certificate: X509Certificate | null): string {
  return certificate === null ? 'an authority' : `“${nameIn(certificate.issuer)}”`
}

/** The first three hosts that the certificate is for. */
function namesIn(certificate: X509Certificate | null): string {
  const names = [...(certificate?.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):([^,"]+)/g)].map(([, name = '']) =>
    plain(name),
  )
  if (names.length === 0) return 'another server'
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and others` : names.join(', ')
}

/** The most specific part of a distinguished name. The text was written by the certificate's issuer and is not trusted. */
function nameIn(distinguished: string | undefined): string {
  const lines = (distinguished ?? '').split('\n')
  const part = ['CN=', 'O=', 'OU=', ''].flatMap((start) => lines.find((line) => line.startsWith(start)) ?? [])[0] ?? ''
  return plain(part.replace(/^[A-Z]+=/, '')) || 'no named server'
}

function plain(text: string): string {
  const shown = text
    // Node escapes special characters in a name as `\0A` or `\,`.
    .replace(/\\([\dA-F]{2})/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s“”]+/gu, ' ')
    .trim()
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown
}

function day(date: Date): string {
  return formatCalendarDate(isoDay(date))
}

function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an unreadable date' : date.toISOString().slice(0, 10)
}
