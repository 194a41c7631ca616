import { campaigns } from './campaigns.ts'
import { type CampaignReport, campaignReport, outputLimit } from './report.ts'

/** Runs a program until it exits. */
export type Run = (program: string, args: readonly string[]) => Promise<{ code: number; output: string }>

/**
 * Runs one campaign.
 *
 * @returns its report; a campaign that finds something exits with another code than 0
 * @throws if there is no such campaign
 */
export async function runCampaign(campaign: string, seed: number, run: Run): Promise<CampaignReport> {
  const script = Object.hasOwn(campaigns, campaign) ? campaigns[campaign]?.(seed) : undefined
  if (script === undefined) throw new Error(`There is no campaign ${campaign}: ${Object.keys(campaigns).join(', ')}.`)
  const { code, output } = await run('npm', ['run', ...script])
  const commit = (await run('git', ['rev-parse', 'HEAD'])).output.trim()
  return campaignReport.parse({ campaign, seed, commit, passed: code === 0, output: output.slice(-outputLimit) })
}
