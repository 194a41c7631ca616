import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import { afterEach, describe, expect, it } from 'vitest'
import { claimInstance } from '../../../electron/hosts/common/instance-lock.ts'
import type { OpenRequest } from '../../../electron/hosts/common/open-request.ts'
import { askSteward } from '../../../electron/programs/ask-steward.ts'
import { commandOptions, parseCommandLine } from '../../../electron/programs/command-line/arguments.ts'
import { exitCodes } from '../../../electron/programs/command-line/exit-codes.ts'
import { commandHelp } from '../../../electron/programs/command-line/help.ts'
import { createPrinter } from '../../../electron/programs/command-line/print.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { readRecordLink } from '../../../shared/domain/record-link.ts'
import { domainOf, type Resource } from '../../../shared/service/resource.ts'
import { allow, cleanUp, gather, openDoor } from './support/open-door.ts'
import { serveManyPeople } from './support/serve-many.ts'

afterEach(cleanUp)

const script = resolve(import.meta.dirname, '../../../electron/programs/command-line/main.ts')

/** Runs the command line to its end. */
const run = (args: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [script, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

/** A Steward that allowed the command line of this test. */
async function openToCommandLine() {
  const door = await openDoor()
  const steward = (...args: string[]) => run([...args, '--user-data-dir', door.userDataDir])
  const asked = steward('status')
  await allow(door.core)
  return { ...door, steward, status: await asked }
}

type Row = Readonly<Record<string, unknown>>
type Page = { filters?: Filter[]; scope?: object; sort?: object; rows?: [from: number, to: number] }

const byTitle = { column: 'title', direction: 'asc' }
const filter = (column: string, operator: Filter['operator'], ...values: Filter['values']): Page => ({
  filters: [{ column, operator, values }],
})

/** Options of `list` and `export`, beside the same read of the page. The ids and days in capitals are those of records of this firm. */
const listOptions: [resource: Resource, options: string[], page: Page][] = [
  ['individuals', [], {}],
  ['individuals', ['--sort', '-title'], { sort: { column: 'title', direction: 'desc' } }],
  ['individuals', ['-s', 'date_of_birth'], { sort: { column: 'date_of_birth', direction: 'asc' } }],
  ['individuals', ['--limit', '3'], { rows: [0, 3] }],
  ['individuals', ['-n', '1'], { rows: [0, 1] }],
  ['individuals', ['--household', 'HOUSEHOLD'], { scope: { household_id: 'HOUSEHOLD' } }],
  ['individuals', ['--where', 'is_primary=true'], filter('is_primary', 'is', true)],
  ['individuals', ['--where', 'is_primary=no'], filter('is_primary', 'is', false)],
  ['individuals', ['--where', 'title~A'], filter('title', 'contains', 'A')],
  ['individuals', ['--where', 'title!~A'], filter('title', 'not_contains', 'A')],
  ['individuals', ['--where', 'title=TITLE'], filter('title', 'is', 'TITLE')],
  ['individuals', ['--where', 'title!=TITLE'], filter('title', 'is_not', 'TITLE')],
  ['individuals', ['--where', 'title:starts_with=A'], filter('title', 'starts_with', 'A')],
  ['individuals', ['-w', 'email:has'], filter('email', 'has')],
  ['individuals', ['-w', 'email:has_not'], filter('email', 'has_not')],
  ['individuals', ['--where', 'date_of_birth>=1960-01-01'], filter('date_of_birth', 'on_or_after', '1960-01-01')],
  ['individuals', ['--where', 'date_of_birth<=1980-12-31'], filter('date_of_birth', 'on_or_before', '1980-12-31')],
  ['individuals', ['--where', 'date_of_birth=BIRTH'], filter('date_of_birth', 'between', 'BIRTH', 'BIRTH')],
  ['individuals', ['--where', 'created_at:within_days=100000'], filter('created_at', 'within_days', 100_000)],
  [
    'individuals',
    ['-w', 'is_primary=true', '-w', 'title~a'],
    {
      filters: [
        ...(filter('is_primary', 'is', true).filters ?? []),
        ...(filter('title', 'contains', 'a').filters ?? []),
      ],
    },
  ],
  ['entities', ['--where', 'kind=KIND'], filter('kind', 'any_of', 'KIND')],
  ['entities', ['--where', 'kind=KIND,OTHER'], filter('kind', 'any_of', 'KIND', 'OTHER')],
  ['entities', ['--where', 'kind!=KIND'], filter('kind', 'none_of', 'KIND')],
  ['entities', ['--where', 'effective_date:older_than_days=30'], filter('effective_date', 'older_than_days', 30)],
  [
    'entities',
    ['--where', 'directly_held_asset_value>=1000000'],
    filter('directly_held_asset_value', 'at_least', 1_000_000),
  ],
  [
    'entities',
    ['--where', 'directly_held_asset_value<=1000000'],
    filter('directly_held_asset_value', 'at_most', 1_000_000),
  ],
  ['households', ['--where', 'individual_count=2'], filter('individual_count', 'equals', 2)],
  ['households', ['--where', 'individual_count:between=1,3'], filter('individual_count', 'between', 1, 3)],
  ['households', ['--where', 'oldest_figure:has_not'], filter('oldest_figure', 'has_not')],
  ['document-summaries', [], {}],
  ['documents', ['--household', 'HOUSEHOLD'], { scope: { household_id: 'HOUSEHOLD' } }],
  ['valuations', ['--sort', '-total_value'], { sort: { column: 'total_value', direction: 'desc' } }],
  ['users', [], {}],
]

describe('the command line', () => {
  it('asks for the user’s consent once, naming what started it, and answers with the age of the copy', async () => {
    const { core, status, steward } = await openToCommandLine()
    expect(status).toMatchObject({ code: 0, err: '' })
    expect(status.out).toMatch(/firm +id.*\nAlder /s)
    const { allowed } = await core.programs.state({})
    expect(allowed).toMatchObject([{ name: 'Steward command line' }])
    if (process.platform === 'linux') expect(allowed[0]?.started_by).toMatch(/^\//)
    expect((await steward('list', 'people', '--limit', '3')).out.split('\n')[2]).toMatch(/^title .* id$/)
    const { out } = await steward('list', 'people', '--columns', 'title', '--limit', '2')
    expect(out).toMatch(/^Alder: as of \d{4}-\d\d-\d\dT.*, values checked since .*\n\ntitle\n.+\n.+\n$/)
  })

  it('is known by the program that started it, not by npm or another Node in between', async () => {
    const { core, userDataDir } = await openDoor()
    const other = join(userDataDir, 'node')
    await copyFile(process.execPath, other)
    const args = JSON.stringify([script, 'status', '--user-data-dir', userDataDir])
    const inner = `require('node:child_process').execFileSync(${JSON.stringify(process.execPath)}, ${args})`
    const child = spawn('bash', ['-c', '"$0" -e "$1"; true', other, inner], { stdio: 'ignore' })
    await allow(core)
    await once(child, 'close')
    const [program] = (await core.programs.state({})).allowed
    if (process.platform === 'linux') expect(program?.started_by).toMatch(/\/bash$/)
  })

  it('prints JSON and CSV of the same rows, and writes a file that is not there yet', async () => {
    const { core, id, steward, userDataDir } = await openToCommandLine()
    const sort = { column: 'title', direction: 'asc' } as const
    const page = await core.individuals.list({ connectionId: id, offset: 0, limit: 500, sort })
    const json = await steward('list', 'people', '--columns', 'id,title,is_primary', '--json')
    const told = JSON.parse(json.out)
    expect(told.rows).toEqual(page.rows.map((row) => ({ id: row.id, title: row.title, is_primary: row.is_primary })))
    expect(told).toMatchObject({ firm: 'Alder', as_of: expect.any(String), more: false })
    for (const option of ['--sort', '-s']) {
      const reversed = await steward('list', 'people', '--columns', 'id', option, '-title', '--json')
      const ids = JSON.parse(reversed.out).rows.map((row: { id: string }) => row.id)
      expect(ids).toHaveLength(page.rows.length)
      expect(ids[0]).not.toBe(page.rows[0]?.id)
    }
    const csv = await steward('list', 'people', '--columns', 'id,is_primary', '--csv')
    expect(Papa.parse<string[]>(csv.out.trim()).data).toEqual([
      ['id', 'is_primary'],
      ...page.rows.map((row) => [row.id, String(row.is_primary).toUpperCase()]),
    ])
    expect(csv.err).toContain('as of')
    const none = await steward('list', 'people', '--where', 'title=Not a name', '--csv')
    expect(Papa.parse<string[]>(none.out.trim()).data).toEqual([expect.arrayContaining(['id', 'title', 'is_primary'])])
    const part = await steward('list', 'people', '--columns', 'title', '--limit', '2', '--json')
    const rest = { more: true, total: page.total, next: { after: page.rows[1]?.id } }
    expect(JSON.parse(part.out)).toMatchObject(rest)
    for (const option of ['--csv', '--firm=Alder']) {
      const { err } = await steward('list', 'people', '--limit', '2', option)
      expect(err).toContain(
        `These are 2 of ${page.total} rows. Raise --limit, or read on with --after ${page.rows[1]?.id}.\n`,
      )
    }
    const day = await steward('dates', '--days', '1', '--limit', '1')
    expect(day.out).not.toMatch(/^record:/m)
    const file = join(userDataDir, 'people.csv')
    expect(await steward('export', 'people', '--to', file)).toMatchObject({ code: 0, out: '' })
    const written = await readFile(file, 'utf8')
    expect(written).toContain('as of')
    expect(Papa.parse<string[]>(written.trim()).data.length).toBeGreaterThan(page.rows.length)
    expect(await steward('export', 'people', '--to', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    })
  })

  it.skipIf(process.platform === 'win32')(
    'leaves no file that has only a part of the list, when the disk is full',
    async () => {
      const { steward: _steward, userDataDir } = await openToCommandLine()
      const file = join(userDataDir, 'people.csv')
      const full = 'ulimit -f 1; "$0" "$1" export people --to "$3" --user-data-dir "$2"'
      const run = promisify(execFile)('bash', ['-c', full, process.execPath, script, userDataDir, file])
      await expect(run).rejects.toMatchObject({ code: 1 })
      await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )

  it('names the days that are left where dates are read on, and prints no character that a terminal would carry out', async () => {
    const out: string[] = []
    const err: string[] = []
    const write = async (text: string | Uint8Array) => void out.push(String(text))
    const end = { rows: 1, more: true, total: 9, next: { from: '2026-02-10', to: '2026-03-02' } }
    const printer = createPrinter({ format: 'json', columns: [], write, note: () => {}, isFile: false })
    await printer.rows([{ title: 'Ada\u009b2J\u007f' }])
    expect(out.join('')).not.toMatch(/[\u007f-\u009f]/)
    expect(JSON.parse(out.join(''))).toEqual({ title: 'Ada\u009b2J\u007f' })
    await createPrinter({ format: 'text', columns: [], write, note: (line) => err.push(line), isFile: false }).end(end)
    expect(err).toEqual(['These are 1 of 9 rows. Raise --limit, or read on with --from 2026-02-10 --days 20.'])
  })

  it('takes a day of --since in local time, and refuses what is neither a day nor a moment', async () => {
    const since = (text: string) => {
      const order = parseCommandLine(['changes', '--since', text], '2026-01-01')
      return order.does === 'ask' ? (order.input as { since: string }).since : null
    }
    expect(since('2026-01-31')).toBe(new Date(2026, 0, 31).toISOString())
    expect(since('2026-01-31T09:00:00Z')).toBe('2026-01-31T09:00:00.000Z')
    for (const text of ['5', 'yesterday 3', '01/02/2026', '2026-02-31', '2026-01-31Tnoon'])
      expect(() => since(text)).toThrow('--since takes')
  })

  it('answers every option as its page reads the same', async () => {
    const { core, id: connectionId, userDataDir, sandbox } = await openDoor()
    const pageOf = async (resource: Resource, { filters = [], scope = {}, sort = byTitle, rows = [0, 500] }: Page) => {
      const list = core[domainOf(resource)].list as (input: object) => Promise<{ rows: Row[] }>
      return (await list({ connectionId, offset: 0, limit: 500, sort, filters, scope })).rows.slice(...rows)
    }
    const people = await pageOf('individuals', {})
    const person = people.find((row) => row.date_of_birth !== null)
    const words: Record<string, string> = {
      HOUSEHOLD: String(person?.household_id),
      TITLE: String(person?.title),
      BIRTH: String(person?.date_of_birth),
      KIND: String((await pageOf('entities', {}))[0]?.kind),
    }
    const filled = <Value>(value: Value): Value =>
      JSON.parse(Object.entries(words).reduce((text, [word, own]) => text.replaceAll(word, own), JSON.stringify(value)))
    /** The rows of a command line, which the process of its own prints as they are. */
    const steward = async (...argv: string[]): Promise<readonly Row[]> => {
      const order = parseCommandLine(argv, '2026-01-01')
      if (order.does !== 'ask') throw new Error(`${argv.join(' ')} asks nothing.`)
      const { command, input, firm } = order
      const asked = gather(askSteward(userDataDir, { program: 'Test', firm, command, input }))
      if ((await core.programs.state({})).allowed.length === 0) await allow(core)
      return (await asked).rows
    }
    for (const [resource, options, page] of listOptions) {
      const expected = (await pageOf(resource, filled(page))).map((row) => row.id)
      const told = await steward('list', resource, ...filled(options))
      expect({ options, ids: told.map((row) => row.id) }).toEqual({ options, ids: expected })
      const file = await steward('export', resource, ...filled(options), '--to', 'file')
      expect(file).toEqual(told)
    }
    const rest = await steward('list', 'people', '--after', String(people[2]?.id), '--limit', '4')
    expect(rest.map((row) => row.id)).toEqual(people.slice(3, 7).map((row) => row.id))
    const columns = await steward('list', 'people', '--columns', 'email,title')
    expect(columns).toEqual(people.map(({ email, title }) => ({ email, title })))
    const found = await core.search.query({ connectionId, text: words.TITLE ?? '', limit: 2 })
    const hits = await steward('search', words.TITLE ?? '', '--limit', '2')
    expect(hits.map((row) => row.id)).toEqual(found.hits.map((hit) => hit.id))
    const [got] = await steward('get', String(person?.id), '--resource', 'people')
    const { record } = await core.individuals.get({ connectionId, id: String(person?.id) })
    expect(got?.record).toMatchObject({ id: record.id, last_name: record.last_name })
    const span = { from: '2026-02-01', to: '2026-08-20', limit: 1_000 }
    const dates = await core.dates.list({ connectionId, owner_id: null, kind: null, state: 'open', ...span })
    const day = (row: { date: unknown; household: unknown }) => [row.date, (row.household as { id: string }).id]
    const all = (await steward('dates', '--from', '2026-02-01', '--days', '200')).map((row) => day(row as never))
    expect(all).toEqual(dates.lines.map(day))
    const own = await steward('dates', '--from', '2026-02-01', '--days', '200', '--household', words.HOUSEHOLD ?? '')
    expect(own.map((row) => day(row as never))).toEqual(all.filter(([, household]) => household === words.HOUSEHOLD))
    expect(await steward('dates', '--from', '2026-02-01', '--days', '200', '--limit', '1')).toHaveLength(1)
    const edited = people.slice(0, 3).map((row) => String(row.id))
    for (const each of edited) sandbox.control.colleague.edit('individuals', each, { city: 'Bath' })
    await steward('sync', '--wait')
    const seen = { connectionId, owner_id: null, others_only: false, before: null, limit: 200 }
    const changed = async (household_id: string | null, since?: string) =>
      (await core.changes.list({ ...seen, household_id, ...(since === undefined ? {} : { since }) })).changes.map(
        (change) => change.number,
      )
    const numbers = async (...options: string[]) => (await steward('changes', ...options)).map((row) => row.number)
    const newest = await changed(null)
    expect(newest).toHaveLength(3)
    expect(await numbers()).toEqual(newest)
    expect(await numbers('--limit', '2')).toEqual(newest.slice(0, 2))
    expect(await numbers('--before', String(newest[1]))).toEqual(newest.slice(2))
    expect(await numbers('--household', words.HOUSEHOLD ?? '')).toEqual(await changed(words.HOUSEHOLD ?? ''))
    expect(await numbers('--since', '2099-01-31')).toEqual([])
    expect(await numbers('--since', '2026-01-31')).toEqual(await changed(null, '2026-01-31T00:00:00Z'))
    const book = await core.rollUps.book({ connectionId })
    expect((await steward('book')).at(-1)?.value).toBe(Number(book.total) / 100)
    expect(await steward('sync', '--wait')).toMatchObject([{ state: 'idle' }])
  })

  it.each([
    ['is_primary=maybe', /true or false/],
    ['individual_count>=', /a number/],
    ['individual_count=many', /a number/],
    ['oldest_figure:older_than_days=a year', /a number/],
  ])('refuses the value of “%s” by name instead of reading it as another', (condition, words) => {
    const resource = condition.startsWith('is_primary') ? 'people' : 'households'
    expect(() => parseCommandLine(['list', resource, '--where', condition], '2026-01-01')).toThrow(words)
  })

  it('says on the standard error why there is no answer, with an exit code of its own', async () => {
    const { core, steward } = await openToCommandLine()
    const codes: [string[], number, RegExp][] = [
      [['list', 'nothing'], 2, /There is no list/],
      [['list', 'people', '--where', 'nonsense=1'], 2, /cannot be filtered/],
      [['list', 'people', '--where', 'title>=3'], 2, /not a condition/],
      [['frobnicate'], 2, /no command/],
      [['get', 'no-such-id'], 8, /no such record/],
      [['list', 'people', '--firm', 'Another'], 9, /No firm of this name/],
    ]
    for (const [args, code, err] of codes) {
      expect(await steward(...args)).toEqual({ code, out: '', err: expect.stringMatching(err) })
    }
    await core.lock.lock({})
    expect(await steward('status')).toMatchObject({ code: 5, err: expect.stringContaining('locked') })
    await core.lock.unlock({ passphrase: null })
    await core.programs.switchOff({})
    expect(await steward('status')).toMatchObject({ code: 3, out: '' })
  })

  it('opens the link to a record in the Steward that runs, and refuses any other link', async () => {
    const { userDataDir } = await openDoor()
    const open = (link: string) => run(['open', link, '--user-data-dir', userDataDir])
    const [example = ''] = commandHelp.open.examples
    const link = example.replace('steward open ', '')
    expect(readRecordLink(link)).toMatchObject({ resource: 'households' })
    expect(await open(link)).toMatchObject({ code: 3, out: '' })
    const handedOver = Promise.withResolvers<OpenRequest>()
    const given = { links: [], files: [] }
    const instance = await claimInstance(userDataDir, { given, onHandedOver: handedOver.resolve })
    expect(await open(link)).toEqual({ code: 0, out: '', err: '' })
    expect(await handedOver.promise).toEqual({ links: [link], files: [] })
    for (const wrong of ['steward://households/hh_123', 'steward:nonsense', 'https://example.com']) {
      expect(await open(wrong)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not a link') })
    }
    await instance?.release()
  })

  it('ends without an error when its reader has enough', async () => {
    const { steward: _steward, userDataDir } = await openToCommandLine()
    const child = spawn(process.execPath, [script, 'list', 'entities', '--json', '--user-data-dir', userDataDir])
    child.stdout.once('data', () => child.stdout.destroy())
    const err: Buffer[] = []
    child.stderr.on('data', (piece: Buffer) => err.push(piece))
    const [code] = await once(child, 'close')
    expect({ code, err: Buffer.concat(err).toString() }).toEqual({ code: 0, err: '' })
  })

  it.skipIf(process.platform === 'win32')(
    'prints one line of 5,000 people through a pipe of the shell to “head”, and both end with 0',
    async () => {
      const served = await serveManyPeople(5_000)
      const pipe = `"$0" "$1" list people $3 --user-data-dir "$2" | head -1; echo "\${PIPESTATUS[@]}"`
      const print = (format: string) =>
        promisify(execFile)('bash', ['-c', pipe, process.execPath, script, served.userDataDir, format])
      const asked = print('')
      await allow({ programs: served.programs.useCases })
      const printed = [await asked, await print('--json'), await print('--csv')]
      await served.close()
      for (const { stdout } of printed) expect(stdout.trim().split('\n').slice(1)).toEqual(['0 0'])
      expect(printed.map(({ stderr }) => stderr)).toEqual(['', '', expect.stringMatching(/^Alder: .*\n$/)])
    },
  )

  it('has help for every command, the same in the manual page, and completes every command in both shells', async () => {
    const { out } = await run(['help'])
    for (const name of Object.keys(commandOptions)) {
      expect(out).toContain(`steward ${name}`)
      expect((await run(['help', name])).out).toMatch(new RegExp(`^steward ${name}`))
    }
    const manual = (await readFile(resolve(import.meta.dirname, '../../../resources/steward.1'), 'utf8')).replaceAll(
      '\\',
      '',
    )
    for (const [name, { usage, words }] of Object.entries(commandHelp)) {
      expect(manual).toContain(`.B ${usage}\n${words}`)
      for (const option of commandOptions[name as keyof typeof commandOptions]) expect(manual).toContain(`--${option}`)
    }
    for (const [name, code] of Object.entries(exitCodes)) expect(manual).toContain(`${code} ${name}`)
    for (const shell of ['bash', 'zsh']) {
      const completion = await run(['completion', shell])
      for (const name of Object.keys(commandOptions)) expect(completion.out).toContain(`${name})`)
    }
  })
})
