// Opens an issue on GitHub for each failed campaign whose report is in a folder: npm run open-issues -- FOLDER
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGitHub } from '../lib/github.ts'
import { reportFailures } from './issues.ts'
import { campaignReport } from './report.ts'

try {
  const [folder, ...rest] = process.argv.slice(2)
  if (folder === undefined || rest.length > 0) throw new Error('Usage: npm run open-issues -- FOLDER')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
  const reports = texts.map((text) => campaignReport.parse(JSON.parse(text)))
  const lines = await reportFailures(createGitHub(process.env), reports)
  console.log([`${reports.length} reports, ${lines.length} of failures`, ...lines].join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
