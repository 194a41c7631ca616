import { z } from 'zod'
import type { GitHub } from '../lib/github.ts'
import { commandOf } from './campaigns.ts'
import type { CampaignReport } from './report.ts'

const label = 'campaign'
const openIssues = z.array(z.object({ number: z.int(), title: z.string(), body: z.string().nullish() }))

const titleOf = ({ campaign }: CampaignReport) => `The campaign “${campaign}” fails`

/** An indented block cannot be ended by the text in it, as a fenced one can. */
const indent = (text: string) => text.replaceAll(/^/gm, '    ')

function bodyOf(report: CampaignReport): string {
  const { campaign, seed, commit, output } = report
  const intro = `Seed ${seed} fails on ${commit}. To repeat it:`
  return [intro, indent(commandOf(campaign, seed)), 'The end of its output:', indent(output)].join('\n\n')
}

/**
 * Opens an issue for each failed campaign, or adds the new seed to the issue that is open for it.
 *
 * @returns a line for each failed campaign
 */
export async function reportFailures(github: GitHub, reports: readonly CampaignReport[]): Promise<string[]> {
  const failed = reports.filter(({ passed }) => !passed)
  if (failed.length === 0) return []
  const query = `state=open&labels=${label}&per_page=100`
  const open = openIssues.parse(await github.ask('GET', `${github.repository}/issues?${query}`))
  const lines: string[] = []
  for (const report of failed) {
    const title = titleOf(report)
    const known = open.find((issue) => issue.title === title)
    if (known === undefined) {
      await github.ask('POST', `${github.repository}/issues`, { title, body: bodyOf(report), labels: [label] })
    } else if (known.body?.includes(indent(report.output)) === true) {
      // A campaign without a seed, such as that of old versions, finds the same every night.
      lines.push(`${title}: #${known.number} says so already`)
      continue
    } else {
      await github.ask('POST', `${github.repository}/issues/${known.number}/comments`, { body: bodyOf(report) })
    }
    lines.push(`${title}, seed ${report.seed}: ${known === undefined ? 'opened' : `added to #${known.number}`}`)
  }
  return lines
}
