import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { calendarOfDates, tableOfDates } from '../../../electron/exports/dates-file.ts'
import type { DateLine } from '../../../shared/ipc/dates.ts'
import { usualRules } from '../../../shared/rules/rules.ts'
import { keptSamples } from '../../doubles/samples/kept.ts'

const [, { lines }] = keptSamples.dates.list
const [own, derived] = lines as unknown as [DateLine, DateLine]

const rules = usualRules.filter((rule) => rule.kind === 'date' || rule.kind === 'yearly')
const yearly = rules.find((rule) => rule.kind === 'yearly')?.id ?? ''
const now = new Date('2026-11-27T12:00:00Z')

/** What ical.js reads from the file. */
async function readBack(of: readonly DateLine[], { names = false, at = now, connectionId = 'co-1' } = {}) {
  const text = await calendarOfDates(of, { connectionId, rules, names, now: at })
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => ({
    event: new ICAL.Event(part),
    modified: String(part.getFirstPropertyValue('last-modified')),
  }))
  return {
    text,
    events: events.map(({ event, modified }) => ({
      uid: event.uid,
      title: event.summary,
      description: event.description,
      from: event.startDate.toString(),
      isDate: event.startDate.isDate,
      to: event.endDate.toString(),
      sequence: event.sequence,
      modified,
    })),
  }
}

const uids = async (...asked: Parameters<typeof readBack>) => (await readBack(...asked)).events.map(({ uid }) => uid)

describe('a calendar of dates', () => {
  it('has for another parser the same days, titles and UIDs, as events of a whole day', async () => {
    const { events, text } = await readBack([own, derived], { names: true })
    const common = { isDate: true, sequence: expect.any(Number), modified: '2026-11-27T12:00:00Z' }
    expect(events).toEqual([
      {
        ...{ ...common, uid: expect.stringMatching(/^[0-9a-f]{40}@steward$/), from: '2026-06-30', to: '2026-07-01' },
        title: 'Annuity of the 2024 GRAT · Okafor Family Trust · Okafor',
        description: null,
      },
      {
        ...{ ...common, uid: expect.stringMatching(/^[0-9a-f]{40}@steward$/), from: '2027-03-01', to: '2027-03-02' },
        title: 'Estate tax return due · Chidi Okafor · Okafor',
        description: 'Nine months after the death, where a return is required. IRC §6075(a); Form 706',
      },
    ])
    expect(text).toContain('\r\nCLASS:PRIVATE\r\n')
    for (const { uid } of events) expect(text).toContain(`\r\nUID:${uid}\r\n`)
  })

  it('has no names and no words of the user unless they are chosen, only the rule or the kind', async () => {
    const titled = { ...own, mark: { ...own.mark, note: 'Ask Ngozi about 250,000' } }
    const other: DateLine = {
      ...{ ...titled, subject: 'date-2', kind: 'own:other', title: 'Okafor sells for $3m' },
      own: own.own && { ...own.own, kind: 'other', title: 'Okafor sells for $3m' },
    }
    const { events, text } = await readBack([titled, other, derived])
    expect(events.map(({ title }) => title)).toEqual(['GRAT annuity', 'Date of an entity', 'Estate tax return due'])
    expect(text.replace(/\r\n /g, '')).not.toMatch(/Okafor|Chidi|Ngozi|250|3m|2024 GRAT|in-2|date-1|hh-1/)
  })

  it('has the same UIDs when it is exported again, with a higher sequence', async () => {
    const first = await readBack([own, derived])
    const second = await readBack([own, derived], { names: true, at: new Date(now.getTime() + 60_000) })
    expect(second.events.map(({ uid }) => uid)).toEqual(first.events.map(({ uid }) => uid))
    expect((second.events[0]?.sequence ?? 0) - (first.events[0]?.sequence ?? 0)).toBe(60)
    expect(second.events[0]?.modified).toBe('2026-11-27T12:01:00Z')
    expect(first.events[0]?.sequence).toBeLessThan(2 ** 31)
  })

  it('moves the event of a date that was corrected, and has one for each day of a date that repeats', async () => {
    const once: DateLine = { ...own, own: own.own && { ...own.own, every: 'once', until: null, date: own.date } }
    const moved: DateLine = { ...once, date: '2026-07-15', own: once.own && { ...once.own, date: '2026-07-15' } }
    expect(await uids([moved])).toEqual(await uids([once]))
    // Nine months after a death that was corrected; the rule gives one date.
    expect(await uids([{ ...derived, date: '2027-04-12', moved_from: null }])).toEqual(await uids([derived]))

    const monthly = (date: string, first: string): DateLine => ({
      ...{ ...own, date },
      own: own.own && { ...own.own, every: 'month', until: null, date: first },
    })
    const [january, february] = await uids([monthly('2026-01-31', '2026-01-31'), monthly('2026-02-28', '2026-01-31')])
    expect(january).not.toBe(february)
    expect(await uids([monthly('2026-02-15', '2026-01-15')])).toEqual([february])

    const ofYear = (date: string, moved_from: string | null): DateLine => ({
      ...{ ...derived, what: yearly, kind: yearly, date, moved_from },
    })
    const [first, next] = await uids([ofYear('2026-12-31', null), ofYear('2027-12-31', null)])
    expect(first).not.toBe(next)
    // A business day of the next year, of the date in this one.
    expect(await uids([ofYear('2027-01-02', '2026-12-31')])).toEqual([first])
  })

  it('has UIDs of its own for every connection, record and rule', async () => {
    const all = [
      ...(await uids([derived, { ...derived, subject: 'in-3' }, { ...derived, what: yearly }])),
      ...(await uids([derived], { connectionId: 'co-2' })),
    ]
    expect(new Set(all).size).toBe(4)
  })

  it('cannot be broken by a title: line ends, control characters and half characters end no line', async () => {
    const title = `A;B,C\\D\r\nEND:VCALENDAR\u0000\ud83d 🎂 ${'é'.repeat(100)}`
    const { events, text } = await readBack([{ ...derived, title }, own])
    expect(events).toHaveLength(2)
    expect(events[0]?.title).toBe(`A;B,C\\D END:VCALENDAR \ufffd 🎂 ${'é'.repeat(100)}`)
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  })
})

it('a table of dates has one line for each, with names, notes and sources', async () => {
  const chosen = { owner_id: null, from: '2026-03-01', to: '2027-02-28', state: 'open' } as const
  const noted = { ...own, mark: { ...own.mark, note: '=Ask the trustee' } }
  const text = await tableOfDates([noted, derived], { chosen, connectionName: 'Alder', now, asOf: null })
  const rows = text.trimEnd().split('\r\n')
  expect(rows).toContain('Days,2026-03-01 to 2027-02-28')
  expect(rows).toContain('As of,Not all people were read yet')
  expect(rows.slice(-3)).toEqual([
    'Date,Moved from,Title,Kind,Of,Name,Household,Snoozed until,Note,When it applies,Source',
    "2026-06-30,,Annuity of the 2024 GRAT,GRAT annuity,Entity,Okafor Family Trust,Okafor,,'=Ask the trustee,,Your own date",
    '2027-03-01,2027-02-28,Estate tax return due,Rule,Person,Chidi Okafor,Okafor,,,"Nine months after the death, where a return is required.",IRC §6075(a); Form 706',
  ])
})
