// The parts of this feature that other features may use.

export { SidebarViews } from './SidebarViews.tsx'
export { WhoAmI } from './WhoAmI.tsx'
