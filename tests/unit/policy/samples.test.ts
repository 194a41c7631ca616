import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parsePolicy } from '../../../electron/policy/parse-policy.ts'
import { bundleId } from '../../../electron/policy/policy-places.ts'
import { presetConnection } from '../../../electron/policy/procedure-permissions.ts'
import { firmPolicy } from '../../../shared/domain/policy.ts'
import { configurationOf } from '../../../tools/package/configuration.ts'
import { readPlist } from './support/read-plist.ts'

const read = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../resources/policy/${name}`, import.meta.url)), 'utf8')

const settings = Object.keys(firmPolicy.shape).toSorted()
const fields = Object.keys(firmPolicy.shape.connection.unwrap().shape).toSorted()
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

describe('the samples of a policy', () => {
  it('as JSON name every setting, and are understood', async () => {
    const raw = JSON.parse(await read('policy.json'))
    expect(Object.keys(raw).toSorted()).toEqual(settings)
    expect(Object.keys(raw.connection).toSorted()).toEqual(fields)
    const { policy, problems } = parsePolicy(raw, 'The sample')
    expect(problems).toEqual([])
    expect(policy).toEqual(raw)
    expect(presetConnection(policy)).toMatchObject({ problem: null, connection: { name: 'Example & Partners' } })
  })

  it('as a configuration profile say the same, for the app that is packaged', async () => {
    const { PayloadContent } = readPlist(await read('steward.mobileconfig')) as {
      PayloadContent: [Record<string, unknown>]
    }
    const [payload] = PayloadContent
    expect(payload.PayloadType).toBe(bundleId)
    const said = Object.fromEntries(Object.entries(payload).filter(([name]) => !name.startsWith('Payload')))
    expect(said).toEqual(JSON.parse(await read('policy.json')))
    const packaged = configurationOf({ platform: 'darwin', env: {}, release: false } as Parameters<
      typeof configurationOf
    >[0])
    expect(packaged.appId).toBe(bundleId)
  })

  it('as templates of group policies name every setting and every field of the connection, with the same bounds', async () => {
    const admx = await read('Steward.admx')
    expect(found(admx, /<policy name="([^"]+)"/g).toSorted()).toEqual(settings)
    const [, connection = ''] = /<policy name="connection"([\s\S]*?)<\/policy>/.exec(admx) ?? []
    expect(found(connection, /valueName="([^"]+)"/g).toSorted()).toEqual(fields)
    for (const [, name = '', least, most] of admx.matchAll(
      /<decimal [^>]*valueName="([^"]+)"[^>]*minValue="(\d+)" maxValue="(\d+)"/g,
    )) {
      const problemsOf = (value: number) => parsePolicy({ [name]: value }, 'It').problems.length
      expect([Number(least) - 1, Number(least), Number(most), Number(most) + 1].map(problemsOf)).toEqual([1, 0, 0, 1])
    }
    for (const key of found(admx, / key="([^"]+)"/g))
      expect(key).toMatch(/^Software\\Policies\\Steward(\\(allowed_base_urls|connection))?$/)
  })

  it('have a text for everything that the templates show', async () => {
    const [admx, adml] = [await read('Steward.admx'), await read('en-US/Steward.adml')]
    const strings = new Set(found(admx, /\$\(string\.([^)]+)\)/g))
    expect(new Set(found(adml, /<string id="([^"]+)"/g))).toEqual(strings)
    const presentations = new Set(found(admx, /\$\(presentation\.([^)]+)\)/g))
    expect(new Set(found(adml, /<presentation id="([^"]+)"/g))).toEqual(presentations)
    expect(found(adml, /refId="([^"]+)"/g).toSorted()).toEqual(
      found(admx, /<(?:list|text|enum|boolean|multiText|decimal) id="([^"]+)"/g).toSorted(),
    )
  })

  it('are explained setting by setting, and field by field', async () => {
    const readme = await read('README.md')
    expect(found(readme, /^\| `([a-z_]+)` \|/gm).toSorted()).toEqual(settings)
    for (const field of fields) expect(readme).toContain(`\`${field}\``)
  })
})
