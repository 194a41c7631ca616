import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBehind, type Pinned, readPinned } from '../../../tools/nightly/behind.ts'

const digest = 'a'.repeat(40)
const alias: Pinned = { kind: 'alias', name: 'better-sqlite3', package: 'better-sqlite3-ciphers', version: '13.0.3' }
const node: Pinned = { kind: 'node', version: '24.21.0' }
const action: Pinned = { kind: 'action', repository: 'actions/checkout', digest, version: 'v7.0.1' }

const current: Readonly<Record<string, unknown>> = {
  'https://registry.npmjs.org/-/package/better-sqlite3-ciphers/dist-tags': { latest: '13.0.3', beta: '14.0.0-beta.1' },
  'https://nodejs.org/dist/index.json': [
    { version: 'v26.1.0', security: true },
    { version: 'v24.21.0', security: false },
    { version: 'v24.20.0', security: true },
  ],
  'https://api.github.com/repos/actions/checkout/releases/latest': { tag_name: 'v7.0.1' },
  'https://api.github.com/repos/actions/checkout/commits/v7.0.1': { sha: digest },
}

/** The packages that are behind if the registries answer this; no request leaves this computer. */
const behind = (answers: object = {}, audit: unknown = { vulnerabilities: {} }) =>
  findBehind([alias, node, action], {
    async ask(url) {
      const all: Readonly<Record<string, unknown>> = { ...current, ...answers }
      if (all[url] === undefined) throw new Error('status 404')
      return all[url]
    },
    audit: async () => audit,
  })

it('the Node that runs the project is the one that other tools install for it', () => {
  const root = join(import.meta.dirname, '../../..')
  const named = readFileSync(join(root, '.node-version'), 'utf8').trim()
  expect(readPinned(root)).toContainEqual({ kind: 'node', version: named })
})

describe('what is behind its registry', () => {
  it('is nothing while all are the newest, of Node those of the carried major version', async () => {
    expect(await behind()).toEqual([])
  })

  it.each([
    [
      'an alias of an older version',
      { 'https://registry.npmjs.org/-/package/better-sqlite3-ciphers/dist-tags': { latest: '13.1.0' } },
      'better-sqlite3 (better-sqlite3-ciphers): 13.0.3, the registry has 13.1.0',
    ],
    [
      'an older Node',
      {
        'https://nodejs.org/dist/index.json': [
          { version: 'v24.22.0', security: false },
          { version: 'v24.21.0', security: true },
        ],
      },
      'tools/node-runtime: 24.21.0, Node has 24.22.0',
    ],
    [
      'a Node with a weakness, although the newest version is about something else',
      {
        'https://nodejs.org/dist/index.json': [
          { version: 'v24.23.0', security: false },
          { version: 'v24.22.0', security: true },
          { version: 'v24.21.0', security: false },
        ],
      },
      'tools/node-runtime: 24.21.0, Node has 24.23.0, which mends a weakness',
    ],
    [
      'a Node that was never published',
      { 'https://nodejs.org/dist/index.json': [{ version: 'v24.22.0', security: false }] },
      "tools/node-runtime: Node's list does not have 24.21.0",
    ],
    [
      'an older action',
      { 'https://api.github.com/repos/actions/checkout/releases/latest': { tag_name: 'v8.0.0' } },
      'actions/checkout: v7.0.1, its newest release is v8.0.0',
    ],
    [
      'a digest that is not that of its version',
      { 'https://api.github.com/repos/actions/checkout/commits/v7.0.1': { sha: 'b'.repeat(40) } },
      `actions/checkout: v7.0.1 is the commit ${'b'.repeat(40)}, not ${digest}`,
    ],
    [
      'a registry that does not answer',
      { 'https://nodejs.org/dist/index.json': undefined },
      'tools/node-runtime: could not be compared (status 404)',
    ],
  ])('names %s, and nothing else', async (_what, answers, line) => {
    expect(await behind(answers)).toEqual([line])
  })

  it('names an answer in another form as not compared', async () => {
    const lines = await behind({ 'https://nodejs.org/dist/index.json': { error: 'moved' } })
    expect(lines).toEqual([expect.stringMatching(/^tools\/node-runtime: could not be compared \(/)])
  })

  it('names advisories about packages of the lock file, with their address', async () => {
    const advisories = {
      vulnerabilities: {
        ws: { severity: 'high', via: [{ url: 'https://github.com/advisories/GHSA-1' }] },
        fastify: { severity: 'moderate', via: ['ws'] },
      },
    }
    expect(await behind({}, advisories)).toEqual([
      'ws: high advisory, https://github.com/advisories/GHSA-1',
      'fastify: moderate advisory, by ws',
    ])
    expect(await behind({}, { message: 'offline' })).toEqual([
      expect.stringMatching(/^advisories: could not be compared/),
    ])
  })
})

it('reads every alias, the carried Node and every action of this project', () => {
  const pinned = readPinned(process.cwd())
  expect(pinned.flatMap((one) => (one.kind === 'alias' ? [one.name] : []))).toEqual(['better-sqlite3', 'typescript7'])
  expect(pinned.filter(({ kind }) => kind === 'node')).toEqual([
    { kind: 'node', version: expect.stringMatching(/^24\.\d+\.\d+$/) },
  ])
  expect(pinned.flatMap((one) => (one.kind === 'action' ? [one.repository] : [])).toSorted()).toEqual([
    'actions/attest',
    'actions/checkout',
    'actions/dependency-review-action',
    'actions/download-artifact',
    'actions/setup-node',
    'actions/upload-artifact',
  ])
})
