/** What a campaign found: what is wrong, and how much was tried. */
export type CampaignResult = { problems: string[]; figures: Record<string, number> }

export type CampaignOptions = { seed: number; runs: number; onRun?: (what: string) => void }
