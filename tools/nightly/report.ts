import { z } from 'zod'
import { campaigns } from './campaigns.ts'

/** The largest number of characters of a campaign's output in a report; the end says what failed. */
export const outputLimit = 20_000

/** The result of one campaign. A report is data of another job, so its fields are checked before they are used. */
export const campaignReport = z.strictObject({
  campaign: z.enum(Object.keys(campaigns)),
  seed: z
    .int()
    .min(1)
    .max(2 ** 31),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  passed: z.boolean(),
  output: z.string().max(outputLimit),
})

export type CampaignReport = z.infer<typeof campaignReport>
