import type { ConnectionSummary } from '../../shared/ipc/connections.ts'

const units = [
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const

/** Why the user has to sign in so often, in one sentence; null if the sign-in is renewed without the user. */
export function frequentSignIns({ unrenewable }: Pick<ConnectionSummary, 'unrenewable'>): string | null {
  if (unrenewable === null) return null
  const { lifetimeMs } = unrenewable
  const often = lifetimeMs === null ? 'whenever the service ends your session' : `every ${inWords(lifetimeMs)}`
  return `This firm’s sign-in server gives no refresh token, so you sign in again ${often}.`
}

/** In the largest unit of which there are at least two, rounded down. */
function inWords(ms: number): string {
  const { name, ms: one } = units.find((unit) => ms >= 2 * unit.ms) ?? { name: 'second', ms: 1_000 }
  const count = Math.max(1, Math.floor(ms / one))
  return count === 1 ? name : `${count} ${name}s`
}
