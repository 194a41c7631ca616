import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../../package.json' with { type: 'json' }
import { campaigns } from '../../../tools/nightly/campaigns.ts'
import { errorsOf } from './support/workflow-parser.ts'

type Step = {
  uses?: string
  run?: string
  if?: string
  env?: Record<string, string>
  with?: Record<string, unknown>
}
type Job = {
  uses?: string
  environment?: string
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  container?: { image: string }
  strategy?: { matrix: Record<string, unknown> }
  env?: unknown
  steps?: Step[]
}
type Workflow = { on: Record<string, unknown>; permissions?: unknown; env?: unknown; jobs: Record<string, Job> }

const root = process.cwd()
const folder = join(root, '.github/workflows')
const names = readdirSync(folder)
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const workflows = names.map((name) => ({ name, text: textOf(name), workflow: parse(textOf(name)) as Workflow }))
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ name, id, job, workflow, title: `${name}, ${id}` })),
)
const steps = jobs.flatMap(({ job, title, ...rest }) =>
  (job.steps ?? []).map((step, at) => ({ ...rest, job, step, title: `${title}, step ${at + 1}` })),
)
const scripts: Readonly<Record<string, string>> = packageJson.scripts

describe('the workflows', () => {
  it.each(names)('%s fits GitHub’s schema', async (name) => {
    expect(await errorsOf(name, textOf(name))).toEqual([])
  })

  it.each([
    ['an unknown key', 'timeout-minutes: 60', 'timeout-minute: 60'],
    ['an unknown permission', 'contents: read', 'content: read'],
    ['an unknown event', 'pull_request:', 'pull_requests:'],
    ['an unknown context', "github.event_name == 'pull_request'", "githup.event_name == 'pull_request'"],
  ])('would not fit it with %s', async (_what, right, wrong) => {
    const text = textOf('check.yml')
    expect(text).toContain(right)
    expect(await errorsOf('check.yml', text.replaceAll(right, wrong))).not.toEqual([])
  })

  it('never run code of a stranger with the rights of the project', () => {
    const events = workflows.flatMap(({ workflow }) => Object.keys(workflow.on))
    const known = ['push', 'pull_request', 'schedule', 'workflow_call', 'workflow_dispatch']
    expect(events.filter((event) => !known.includes(event))).toEqual([])
  })

  it.each(workflows)('$name has no permission but those of its jobs', ({ workflow }) => {
    expect(workflow.permissions).toEqual({})
    expect(workflow.env).toBeUndefined()
  })

  it.each(jobs)('$title has a limit in time, and permissions of its own', ({ job }) => {
    expect(job.permissions).toBeDefined()
    if (job.uses === undefined) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  it('may write only what they are for', () => {
    const writes = jobs.flatMap(({ title, job }) =>
      Object.entries(job.permissions ?? {}).flatMap(([what, right]) => (right === 'read' ? [] : [`${title}: ${what}`])),
    )
    expect(writes).toEqual([
      'nightly.yml, issues: issues',
      'release.yml, attest: id-token',
      'release.yml, attest: attestations',
      'release.yml, draft: contents',
    ])
  })

  it('use actions and images by digest alone, and say their version', () => {
    const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)$/gm)].map(([, line]) => line ?? ''))
    const outside = used.filter((line) => !line.startsWith('./.github/workflows/'))
    expect(outside.length).toBeGreaterThan(20)
    expect(outside.filter((line) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
    // One version of each.
    expect(new Set(outside).size).toBe(new Set(outside.map((line) => line.split('@')[0])).size)
    const images = jobs.flatMap(({ job }) => job.container?.image ?? [])
    expect(images.filter((image) => !/^[\w:.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
    expect(new Set(images).size).toBe(1)
  })

  it('never leave a token in the clone', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(5)
    expect(checkouts.filter(({ step }) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })
})

describe('a step that runs something', () => {
  const running = steps.filter(({ step }) => step.run !== undefined)
  /** A script of ours, with plain words or variables in quotes: nothing that a shell would read as more than words. */
  const form = /^npm (?:test|run (?<script>[\w-]+)(?: --)?)(?: (?:[\w./-]+|"\$[A-Z_]+"))*$/
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('workflows.test.ts'))
    .map((path) => readFileSync(join(root, 'tests', path), 'utf8'))

  it.each(running)('$title: $step.run is a script of ours that exists', ({ step }) => {
    const match = form.exec(step.run ?? '')
    expect(match).not.toBeNull()
    expect(Object.keys(scripts)).toContain(match?.groups?.script ?? 'test')
  })

  it.each([...new Set(running.flatMap(({ step }) => form.exec(step.run ?? '')?.groups?.script ?? []))])(
    'npm run %s has a test that names its file',
    (script) => {
      const file = scripts[script]?.split(' ').findLast((word) => /\.(ts|mjs)$/.test(word)) ?? `the file of ${script}`
      expect(tests.some((text) => text.includes(file.replace(/\.(ts|mjs)$/, '')))).toBe(true)
    },
  )

  it('gets no text of an issue, a branch or a title but by a variable', () => {
    expect(running.filter(({ step }) => step.run?.includes('${{'))).toEqual([])
    const contexts = steps.flatMap(({ step }) =>
      Object.values(step.env ?? {}).flatMap((value) => /\$\{\{ ([\w.]+) \}\}/.exec(String(value))?.[1] ?? []),
    )
    const known = /^(secrets|vars)\.[A-Z0-9_]+$|^github\.(token|ref_name)$|^matrix\.campaign$/
    expect(contexts.filter((context) => !known.test(context))).toEqual([])
  })
})

describe('a secret', () => {
  const holders = jobs.filter(({ job }) => JSON.stringify(job).includes('secrets.'))

  it('is only in jobs of the protected environment, which no pull request starts', () => {
    expect(holders.map(({ title }) => title)).toEqual(['release.yml, build', 'release.yml, assemble'])
    for (const { job, workflow } of holders) {
      expect(job.environment).toBe('release')
      expect(Object.keys(workflow.on)).toEqual(['push'])
      expect(workflow.on.push).toEqual({ tags: ['v*'] })
    }
  })

  it('is only in the environment of a step that signs, which runs a script of ours', () => {
    for (const { job } of holders) {
      expect(job.env).toBeUndefined()
      const without = (job.steps ?? []).map(({ env: _env, ...step }) => step)
      expect(JSON.stringify({ ...job, steps: without })).not.toContain('secrets.')
    }
    const signing = steps.filter(({ step }) => JSON.stringify(step.env ?? {}).includes('secrets.'))
    for (const { step } of signing) expect(step.run).toMatch(/^npm run release -- (build|assemble) /)
  })

  it('of one system is not given to another', () => {
    const given = (system: string) => {
      const step = steps.find(({ step: { if: condition } }) => condition === `runner.os == '${system}'`)?.step
      return Object.values(step?.env ?? {}).filter((value) => value.includes('secrets.'))
    }
    expect(given('Linux')).toEqual([])
    expect(given('Windows').every((value) => value.includes('WIN_CSC'))).toBe(true)
    expect(given('macOS').some((value) => value.includes('WIN_CSC'))).toBe(false)
  })

  it('as the token of the run, is only in a step of a job that may write', () => {
    const withToken = steps.filter(({ step }) => JSON.stringify(step).includes('github.token'))
    expect(withToken.map(({ name, id }) => `${name}, ${id}`)).toEqual(['nightly.yml, issues', 'release.yml, draft'])
  })
})

describe('the matrices', () => {
  const matrixOf = (name: string, id: string) => jobs.find((each) => each.name === name && each.id === id)?.job.strategy

  it('run every campaign', () => {
    expect(matrixOf('nightly.yml', 'campaign')?.matrix.campaign).toEqual(Object.keys(campaigns))
  })

  it('prove the desktop app on each system and processor', () => {
    const systems = ['Windows x64', 'macOS arm64', 'macOS x64', 'Linux x64', 'Linux arm64']
    const included = matrixOf('prove-desktop.yml', 'prove')?.matrix.include
    expect(included).toEqual(systems.map((system) => ({ system, runner: expect.any(String) })))
  })
})
