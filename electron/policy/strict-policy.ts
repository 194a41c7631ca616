import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { isBelow } from './allowed-address.ts'

/**
 * The values used for invalid settings. An invalid connection and invalid rules for documents are ignored; an invalid age of copies is not
 * replaced by the strictest, which would remove copies because of a slip of the pen.
 */
export const strictest = {
  allowed_base_urls: [],
  read_only: true,
  no_export: true,
  no_save_as: true,
  idle_minutes: 1,
  updates: 'off',
} as const satisfies Required<Omit<FirmPolicy, 'connection' | 'document_rules' | 'max_cache_age_hours' | 'unreadable'>>

/** Combines two policies: for each setting, the stricter value. The first one's connection and rules take precedence. */
export function stricterOf(first: FirmPolicy, second: FirmPolicy): FirmPolicy {
  const both: FirmPolicy = { ...second, ...first }
  for (const setting of ['read_only', 'no_export', 'no_save_as'] as const) {
    if (second[setting] === true) both[setting] = true
  }
  for (const setting of ['max_cache_age_hours', 'idle_minutes'] as const) {
    const [one, other] = [first[setting], second[setting]]
    if (one !== undefined && other !== undefined) both[setting] = Math.min(one, other)
  }
  if (second.updates === 'off') both.updates = 'off'
  if (second.unreadable === 'unknown') both.unreadable = 'unknown'
  if (first.allowed_base_urls && second.allowed_base_urls) {
    both.allowed_base_urls = allowedByBoth(first.allowed_base_urls, second.allowed_base_urls)
  }
  return both
}

/** If one address is below the other, both policies allow only the lower one. */
function allowedByBoth(first: readonly string[], second: readonly string[]): string[] {
  const both = [
    ...first.filter((address) => second.some((above) => isBelow(address, above))),
    ...second.filter((address) => first.some((above) => isBelow(address, above))),
  ]
  return [...new Set(both)]
}
