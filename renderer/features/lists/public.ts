// The parts of this feature that other features may use.

import { lazyPart } from '../../lib/lazy-part.ts'

export { SidebarViews } from './SidebarViews.tsx'

export const WhoAmI = lazyPart(async () => (await import('./WhoAmI.tsx')).WhoAmI)
