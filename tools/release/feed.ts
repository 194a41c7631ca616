import { parseDocument } from 'yaml'
import { z } from 'zod'

const feed = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
})

/**
 * Returns an update feed that offers its version to a share of the installations; electron-updater chooses them.
 *
 * @param text - electron-builder's feed, in YAML
 * @param percentage - 0 to 100; 0 stops a release
 * @throws if the text is no feed, or the percentage is no whole number in that range
 */
export function stageFeed(text: string, percentage: number): string {
  if (!Number.isInteger(percentage) || percentage < 0 || percentage > 100)
    throw new Error('The percentage of installations is a whole number from 0 to 100.')
  const document = parseDocument(text)
  const found = feed.safeParse(document.toJS())
  if (!found.success) throw new Error('This file is no update feed: it needs a version and files with their SHA-512.')
  document.set('stagingPercentage', percentage)
  return document.toString({ lineWidth: 0 })
}
