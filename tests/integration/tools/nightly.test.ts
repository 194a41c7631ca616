import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { campaigns, commandOf } from '../../../tools/nightly/campaigns.ts'
import { outputLimit } from '../../../tools/nightly/report.ts'
import { runCampaign } from '../../../tools/nightly/run-campaign.ts'
import { createApi, type RecordingApi } from '../../doubles/github-api.ts'

const execute = promisify(execFile)
const commit = 'a'.repeat(40)

describe('a campaign of the night', () => {
  it.each(Object.keys(campaigns))('%s is a script of ours, and has its seed', (campaign) => {
    const [script = '', ...args] = campaigns[campaign]?.(77) ?? []
    expect(Object.keys(packageJson.scripts)).toContain(script)
    expect(args.includes('77') || ['mutations', 'behind', 'reproducible'].includes(campaign)).toBe(true)
  })

  it('is reported with its seed, its commit, and the end of its output', async () => {
    const started: string[] = []
    const report = await runCampaign('faults', 5, async (program, args) => {
      started.push([program, ...args].join(' '))
      return program === 'git'
        ? { code: 0, output: `${commit}\n` }
        : { code: 1, output: `${'x'.repeat(outputLimit)}the end` }
    })
    expect(started[0]).toBe(commandOf('faults', 5))
    expect(report).toMatchObject({ campaign: 'faults', seed: 5, commit, passed: false })
    expect(report.output).toMatch(/x{100}the end$/)
    expect(report.output.length).toBe(outputLimit)
  })

  it('is refused by another name', async () => {
    const script = join(process.cwd(), 'tools/nightly/main.ts')
    const run = execute(process.execPath, [script, 'toString'])
    await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('faults, crash') })
  })
})

describe('npm run open-issues', () => {
  let folder: string
  let api: RecordingApi
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-nightly-'))
    api = await createApi()
  })
  afterEach(async () => {
    await api.close()
    await rm(folder, { recursive: true, force: true })
  })

  const report = (more: Record<string, unknown>) => ({
    campaign: 'faults',
    seed: 5,
    commit,
    passed: true,
    output: 'fine',
    ...more,
  })
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content))
  const openIssues = () => {
    const script = join(process.cwd(), 'tools/nightly/open-issues.ts')
    return execute(process.execPath, [script, folder], { env: { ...process.env, ...api.environment } })
  }

  it('opens an issue for a campaign that failed, with the command that repeats it, and none for the others', async () => {
    await write('faults.json', report({ passed: false, output: 'lost\n```\n@everyone' }))
    await write('crash.json', report({ campaign: 'crash' }))
    const { stdout } = await openIssues()
    expect(stdout).toContain('2 reports, 1 of failures')
    const body = expect.stringMatching(
      /^Seed 5 fails on a{40}[\s\S]*\n {4}npm run faults -- --seed 5 --runs 5000\n[\s\S]* {4}```\n {4}@everyone$/,
    )
    const issue = { title: 'The campaign “faults” fails', body, labels: ['campaign'] }
    expect(api.requests).toEqual([['POST', '/repos/firm/steward/issues', issue]])
  })

  it('adds a seed to the issue that is open', async () => {
    api.issues = [{ number: 7, title: 'The campaign “faults” fails' }]
    await write('faults.json', report({ passed: false }))
    await openIssues()
    expect(api.requests).toEqual([
      ['POST', '/repos/firm/steward/issues/7/comments', { body: expect.stringContaining('Seed 5') }],
    ])
  })

  it('adds nothing to an issue that has the same output already', async () => {
    api.issues = [{ number: 7, title: 'The campaign “behind” fails', body: 'Seed 4 …\n\n    x: 1, the registry has 2' }]
    await write('behind.json', report({ campaign: 'behind', passed: false, output: 'x: 1, the registry has 2' }))
    expect((await openIssues()).stdout).toContain('#7 says so already')
    expect(api.requests).toEqual([])
  })

  it('asks nothing of GitHub after a good night', async () => {
    await write('faults.json', report({}))
    await openIssues()
    expect(api.requests).toEqual([])
    expect(api.tokens).toEqual([])
  })

  it.each([
    ['another campaign', { campaign: 'other' }],
    ['a seed that is no number', { seed: '5; rm -rf /' }],
    ['a commit that is none', { commit: 'HEAD' }],
    ['another field', { labels: ['x'] }],
  ])('refuses a report with %s', async (_what, wrong) => {
    await write('faults.json', report({ passed: false, ...wrong }))
    await expect(openIssues()).rejects.toMatchObject({ code: 1 })
    expect(api.requests).toEqual([])
  })
})
