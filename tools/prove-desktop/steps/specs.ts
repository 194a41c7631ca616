import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, type Step } from '../step.ts'

type Suite = { title: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] }
type Report = { suites: Suite[] }

const specsOf = ({ title, specs = [], suites = [] }: Suite): { name: string; ok: boolean }[] => [
  ...specs.map((spec) => ({ name: `${title}: ${spec.title}`, ok: spec.ok })),
  ...suites.flatMap(specsOf),
]

const specs: Step = {
  id: 'specs',
  title: 'The end-to-end tests of the project “desktop shell” pass in the packed program',
  line: 'specs',
  systems: 'all',
  limitMs: 3 * 3600_000,
  async run(desk) {
    const report = join(desk.folder, 'specs.json')
    const options = ['--project', 'desktop shell', '--reporter=json']
    const args = ['node_modules/@playwright/test/cli.js', 'test', ...options, ...desk.specs]
    const env = { STEWARD_PACKED_PROGRAM: desk.programs.proof, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const { output } = await desk.run(process.execPath, args, env)
    const all = readReport(report, output).suites.flatMap(specsOf)
    const failed = all.filter(({ ok }) => !ok).map(({ name }) => name)
    must(all.length > 0, 'No test ran.')
    must(failed.length === 0, `${failed.length} of ${all.length} failed:\n${failed.join('\n')}`)
    return [`${all.length} tests`]
  },
}

function readReport(path: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`The tests gave no report:\n${output.slice(-1_000)}`)
  }
}

export const specSteps = [specs]
