// The parts of this feature that other features may use.

import { lazyDialog } from '../../lib/lazy-part.ts'

export { SidebarViews } from './SidebarViews.tsx'

export const WhoAmI = lazyDialog(
  'The dialog',
  async () => (await import('./WhoAmI.tsx')).WhoAmI,
  ({ onClose }) => ({ cancel: onClose }),
)
