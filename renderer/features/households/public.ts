// The parts of this feature that other features may use.

import { lazyPart } from '../../lib/lazy-part.ts'

/** See `HouseholdPeek.tsx`; nothing if it cannot be loaded: the key facts are beside it. */
export const HouseholdPeek = lazyPart(async () => (await import('./HouseholdPeek.tsx')).HouseholdPeek, {
  failed: () => null,
})
