import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import { decidedByFirm, type ForbiddingSetting, permissions } from '../../../shared/domain/policy-permissions.ts'
import { emptyConnection } from '../../../shared/ipc/connections.ts'
import { procedureMeta } from '../../../shared/ipc/contract.ts'
import { type OpenTransport, transports } from '../../doubles/ipc-transports.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { goodInputs, procedurePaths } from '../../doubles/samples/all.ts'
import { connectionId as sampleConnection } from '../../doubles/samples/sample.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, cleanUp } = createTenantCores()
const settings = Object.keys(decidedByFirm) as ForbiddingSetting[]

const table = settings.flatMap((setting) =>
  procedurePaths.flatMap((path) => {
    const permission = procedureMeta(path.slice(1).replace('/', '.'))?.permission
    const isForbidden = permission !== undefined && (permissions[permission] as readonly string[]).includes(setting)
    return isForbidden ? [{ setting, path }] : []
  }),
)

/** Calls to the shell. */
const shellCalls: string[] = []
const watchedShell = () => {
  const shell = shellDouble()
  return {
    ...shell,
    chooseSaveTarget: async (file: { suggestedName: string }) => {
      shellCalls.push('chooseSaveTarget')
      return shell.chooseSaveTarget(file)
    },
    openFile: async () => void shellCalls.push('openFile'),
    dragFile: async () => void shellCalls.push('dragFile'),
  }
}

const cores = new Map<ForbiddingSetting | 'nothing', { core: Core; connectionId: string }>()
beforeAll(async () => {
  for (const setting of [...settings, 'nothing'] as const) {
    const userDataDir = await tempFolder()
    const policyFile = join(userDataDir, 'policy.json')
    const policy: FirmPolicy = setting === 'nothing' || setting === 'unreadable' ? {} : { [setting]: true }
    await writeFile(policyFile, JSON.stringify(policy))
    const core = await startCore({ userDataDir, keychain: createKeychainDouble(), policyFile, shell: watchedShell() })
    const { id } = await core.connections.add({
      ...emptyConnection,
      name: 'Firm',
      base_url: 'https://127.0.0.1:1',
      auth_url: 'https://127.0.0.1:1',
      client_id: 'id',
      client_secret: 'secret',
      flow: 'client_credentials',
    })
    if (setting === 'unreadable') {
      await writeFile(policyFile, '{')
      await vi.waitUntil(async () => (await core.policy.get({})).policy.unreadable === 'kept', { timeout: 180_000 })
    }
    cores.set(setting, { core, connectionId: id })
  }
})
afterAll(cleanUp)

it('tries every setting that forbids something, each on several procedures', () => {
  for (const setting of settings) {
    const tried = table.filter((row) => row.setting === setting)
    // Other programs have two procedures; what they ask for is refused by the door itself.
    expect(tried.length).toBeGreaterThanOrEqual(setting === 'no_other_programs' ? 2 : 4)
  }
})

describe.each(transports)('over $name', ({ open }) => {
  const opened = new Map<string, OpenTransport>()
  beforeAll(async () => {
    for (const [setting, { core }] of cores) opened.set(setting, await open(core))
  })
  afterAll(async () => {
    for (const transport of opened.values()) await transport.close()
  })

  /** Returns the core's answer under this setting; for a stream, its first event. */
  const answerUnder = async (setting: ForbiddingSetting | 'nothing', path: string) => {
    const transport = opened.get(setting)
    const connectionId = cores.get(setting)?.connectionId
    if (transport === undefined || connectionId === undefined) throw new Error('not open')
    const json = JSON.parse(JSON.stringify(goodInputs[path]).replaceAll(sampleConnection, connectionId))
    const [domain = '', name = ''] = path.slice(1).split('/')
    const client = transport.client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    try {
      const output = await client[domain]?.[name]?.(json)
      if (typeof output === 'object' && output !== null && Symbol.asyncIterator in output) {
        const stream = output as AsyncIterableIterator<unknown>
        await stream.next()
        await stream.return?.()
      }
      return null
    } catch (thrown) {
      return thrown
    }
  }

  it.each(table)('$setting refuses $path, in the firm’s name, before anything is done', async ({ setting, path }) => {
    shellCalls.length = 0
    expect(await answerUnder(setting, path)).toMatchObject({
      code: 'APP_ERROR',
      message: decidedByFirm[setting],
      data: { code: 'policy/forbidden', detail: setting, nextStep: expect.stringContaining('IT department') },
    })
    expect(shellCalls).toEqual([])
  })

  it.each([...new Set(table.map(({ path }) => path))])(
    'without a policy %s is refused for other reasons, if at all',
    async (path) => {
      const refusal = await answerUnder('nothing', path)
      expect(refusal).not.toMatchObject({ data: { code: 'policy/forbidden' } })
    },
  )
})

describe('read-only by the firm', () => {
  const underReadOnly = () => {
    const found = cores.get('read_only')
    if (found === undefined) throw new Error('not open')
    return found
  }

  it('is what every connection says, and no person switches it off; they may for themselves switch it on', async () => {
    const { core, connectionId } = underReadOnly()
    expect(await core.connections.list({})).toMatchObject([{ id: connectionId, read_only: true }])
    await expect(core.connections.setReadOnly({ connectionId, read_only: false })).rejects.toMatchObject({
      code: 'policy/forbidden',
    })
    expect(await core.connections.setReadOnly({ connectionId, read_only: true })).toMatchObject({ read_only: true })
  })

  it('leaves a person to discard what waits, and no other answer', async () => {
    const { core, connectionId } = underReadOnly()
    const decide = (answer: Parameters<Core['outbox']['decide']>[0]['answer']) =>
      core.outbox.decide({ connectionId, id: 'op-1', answer })
    await expect(decide({ decision: 'discard' })).rejects.toMatchObject({ code: 'outbox/not-found' })
    for (const answer of [{ decision: 'retry' }, { decision: 'send-again' }, { decision: 'create-copy' }] as const) {
      await expect(decide(answer)).rejects.toMatchObject({ code: 'policy/forbidden' })
    }
  })

  it('keeps what is typed as a draft', async () => {
    const { core, connectionId } = underReadOnly()
    await core.drafts.keep({ connectionId, name: 'household', json: '{"note":"typed"}' })
    expect(await core.drafts.list({ connectionId })).toEqual([{ name: 'household', json: '{"note":"typed"}' }])
  })
})
