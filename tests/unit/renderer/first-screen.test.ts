import { describe, expect, it } from 'vitest'
import { questionsOf } from '../../../renderer/app/first-screen.ts'
import { contract } from '../../../shared/ipc/contract.ts'

const connectionId = 'a'.repeat(32)

/** Returns the schema with which the main process checks a question. */
function schemaOf(path: readonly string[]) {
  const [domain = '', name = ''] = path
  const domains: Record<
    string,
    Record<string, { '~orpc': { inputSchema?: { '~standard': unknown } } }>
  > = contract as never
  return domains[domain]?.[name]?.['~orpc'].inputSchema as { parse(input: unknown): unknown } | undefined
}

describe('what a first screen asks ahead', () => {
  it.each([
    `/c/${connectionId}/households`,
    `/c/${connectionId}/individuals`,
    `/c/${connectionId}/entities`,
    `/c/${connectionId}/valuations`,
    `/c/${connectionId}/documents`,
    `/c/${connectionId}/document-summaries`,
    `/c/${connectionId}/users`,
  ])('of %s are its first rows, in questions the contract accepts', (address) => {
    const { rows, frame } = questionsOf(address)
    expect(rows?.path.at(-1)).toBe('list')
    for (const { path, input } of [...frame, ...(rows ? [rows] : [])]) {
      expect(schemaOf(path)?.parse(input)).toEqual(input)
    }
  })

  it.each([
    ['a filtered list', `/c/${connectionId}/households?view=mine`],
    ['a record', `/c/${connectionId}/households/household_1`],
    ['the whole book', `/c/${connectionId}/book`],
  ])('of %s is what stands in the frame alone', (_what, address) => {
    const { rows, frame } = questionsOf(address)
    expect(rows).toBeNull()
    expect(frame.length).toBeGreaterThan(3)
  })

  it('of the start screen is nothing more', () => {
    expect(questionsOf('/')).toEqual({ rows: null, frame: [] })
  })
})
