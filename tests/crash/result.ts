/** Result of a campaign: the problems found, and figures of what was tried. */
export type CampaignResult = { problems: string[]; figures: Record<string, number> }

export type CampaignOptions = { seed: number; runs: number; onRun?: (what: string) => void }
