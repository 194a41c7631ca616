import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createStatementReader } from '../../../electron/statements/reader.ts'
import { statementWorker } from '../../doubles/data-worker.ts'

const readers: ReturnType<typeof createStatementReader>[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function open(workerUrl = statementWorker) {
  const reader = createStatementReader({ workerUrl })
  readers.push(reader)
  return reader
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/statements', name))
const file = (bytes: Uint8Array, name = 'file.csv') => ({ bytes, name, answers: {}, today: '2026-11-21' })

describe('the thread that reads statements', () => {
  it('reads text and OFX, and answers with windows of the rows of text', async () => {
    const reader = open()
    const csv = await reader.read('one', file(fixture('all-accounts.csv')))
    expect(csv.reading.is).toBe('statement')
    const { rows, total } = (await reader.rows('one', { offset: 1, limit: 2 })) ?? {}
    expect(total).toBe(csv.rowCount)
    expect(rows?.map(({ row }) => row)).toEqual([3, 4])

    const ofx = await reader.read('two', file(fixture('positions.ofx'), 'positions.ofx'))
    expect(ofx).toMatchObject({ reading: { is: 'statement' }, rowCount: 0 })
    expect((await reader.rows('one', { offset: 0, limit: 1 }))?.total).toBe(total)
    expect(await reader.rows('three', { offset: 0, limit: 1 })).toBeNull()
  })

  it('reads all visible sheets of a workbook as one file, whose rows count from the next thousand in each', async () => {
    const reader = open()
    const truth = JSON.parse(fixture('world/meridian.expected.json').toString('utf8')) as {
      accounts: { account: string; stated_total: string }[]
    }
    const { reading, rowCount } = await reader.read('one', file(fixture('world/meridian.xlsx'), 'holdings.xlsx'))
    if (reading.is !== 'statement') throw new Error(reading.what)
    const { accounts } = reading.statement
    expect(accounts.map(({ number, statedTotal }) => [number, statedTotal?.value])).toEqual(
      truth.accounts.map(({ account, stated_total }) => [account, stated_total]),
    )
    for (const [at, { rows }] of accounts.entries())
      expect(rows.every(({ row }) => row > (at + 1) * 1000 && row < (at + 2) * 1000)).toBe(true)
    expect((await reader.rows('one', { offset: 0, limit: 1 }))?.total).toBe(rowCount)
  })

  it('keeps the caller’s bytes, so that the same file can be read again with other answers', async () => {
    const reader = open()
    const bytes = fixture('one-account.csv')
    const [first, second] = [await reader.read('one', file(bytes)), await reader.read('one', file(bytes))]
    expect(second).toEqual(first)
  })

  it('refuses by name what is damaged or too large, and goes on with the next file', async () => {
    const reader = open()
    await expect(reader.read('zip', file(Buffer.from('PK\u0003\u0004 and no more')))).rejects.toMatchObject({
      code: 'import/unreadable',
    })
    const rows = Array.from({ length: 50_001 }, (_, at) => `A${at},1`).join('\n')
    await expect(reader.read('long', file(Buffer.from(`Symbol,Value\n${rows}`)))).rejects.toThrow(
      'The file has more than 50,000 rows.',
    )
    expect((await reader.read('next', file(fixture('sections.csv')))).reading.is).toBe('statement')
  })

  it('that ends says that the file could not be read, and is started again for the next one', async () => {
    const ending = new URL('data:text/javascript,process.exit(1)')
    await expect(open(ending).read('one', file(fixture('sections.csv')))).rejects.toMatchObject({
      code: 'import/unreadable',
    })
  })
})
