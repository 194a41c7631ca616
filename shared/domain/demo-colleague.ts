/** Who else works on the demo firm's records. */
export const demoColleague = 'Dana Whitfield'

/** Resources of which the demo firm's colleague can edit a record. */
export const demoColleagueResources = ['households', 'individuals', 'documents', 'document-summaries'] as const

export type DemoColleagueResource = (typeof demoColleagueResources)[number]

/** Whether the demo firm's colleague can edit records of this resource. */
export const isForDemoColleague = (resource: string): resource is DemoColleagueResource =>
  demoColleagueResources.some((one) => one === resource)
