// The parts of this feature that other features may use.

export { defaultSorts } from './default-sorts.ts'
export { ResourceGrid } from './ResourceGrid.tsx'
export { SidebarViews } from './SidebarViews.tsx'
export { WhoAmI } from './WhoAmI.tsx'
