/** The name of the simulated colleague at the demo firm. */
export const demoColleague = 'Dana Whitfield'

/** Resources whose records the simulated colleague can edit. */
export const demoColleagueResources = ['households', 'individuals', 'documents', 'document-summaries'] as const

export type DemoColleagueResource = (typeof demoColleagueResources)[number]

/** True if the simulated colleague can edit records of this resource. */
export const isForDemoColleague = (resource: string): resource is DemoColleagueResource =>
  demoColleagueResources.some((one) => one === resource)
