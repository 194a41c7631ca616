import { createRandom, type Random } from '../faults/random.ts'
import { layouts, type Role } from './people-layouts.ts'
import {
  type Allowed,
  type Case,
  damageStructure,
  type Knowledge,
  type Line,
  type Writing,
  writeTable,
} from './table.ts'

const firstNames = [
  'Ann',
  'Bob',
  'Chloé',
  'Dmitri',
  'Esteban',
  'Fiona',
  'Grace',
  'Hugo',
  'Inés',
  'Jürgen',
  'Kate',
  'Luis',
  'May',
  'Nora',
  'Oscar',
  'Priya',
  'Quinn',
  'Rosa',
  'Sean',
  'Total',
] as const
const lastNames = [
  'Smith',
  'O’Neill',
  "O'Brien",
  'García',
  'Müller',
  'Nuñez',
  'Van der Berg',
  'Null',
  'Smith-Jones',
  'Lee',
  'Park',
  'Žižek',
  'April',
  'North, Jr.',
  'Account',
  'Doe',
] as const
const places = [
  ['MA', 'Massachusetts', '02134', 'Boston'],
  ['NJ', 'New Jersey', '07030', 'Hoboken'],
  ['CT', 'Connecticut', '06830', 'Greenwich'],
  ['CA', 'California', '94105', 'San Francisco'],
  ['NY', 'New York', '10001', 'New York'],
  ['TX', 'Texas', '75201', 'Dallas'],
  ['IN', 'Indiana', '46204', 'Indianapolis'],
  ['OR', 'Oregon', '97201', 'Portland'],
  ['WA', 'Washington', '98101', 'Seattle'],
] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

type Day = { year: number; month: number; day: number }
const two = (number: number) => String(number).padStart(2, '0')
const iso = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`
const short = (day: Day) => (months[day.month - 1] ?? '').slice(0, 3)

const dateForms = {
  iso,
  isoTime: (date: Day) => `${iso(date)}T00:00:00`,
  monthFirst: ({ year, month, day }: Day) => `${month}/${day}/${year}`,
  monthFirstPadded: ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${year}`,
  monthFirstShort: ({ year, month, day }: Day) => `${month}/${day}/${two(year % 100)}`,
  monthFirstDashes: ({ year, month, day }: Day) => `${two(month)}-${two(day)}-${year}`,
  dayFirst: ({ year, month, day }: Day) => `${two(day)}/${two(month)}/${year}`,
  dayFirstPoints: ({ year, month, day }: Day) => `${day}.${month}.${year}`,
  dayFirstShort: ({ year, month, day }: Day) => `${two(day)}/${two(month)}/${two(year % 100)}`,
  long: (date: Day) => `${months[date.month - 1]} ${date.day}, ${date.year}`,
  dayLong: (date: Day) => `${date.day} ${months[date.month - 1]} ${date.year}`,
  dayShort: (date: Day) => `${two(date.day)}-${short(date)}-${date.year}`,
  dayShortYear: (date: Day) => `${two(date.day)}-${short(date)}-${two(date.year % 100)}`,
  serial: ({ year, month, day }: Day) => String(Date.UTC(year, month - 1, day) / 86_400_000 + 25_569),
} as const
type DateForm = keyof typeof dateForms

const badDates = [
  '########',
  '#N/A',
  'N/A',
  '02/30/1970',
  '13/45/1990',
  '1970',
  '3/4',
  '00/00/0000',
  '0000-00-00',
  '0/0/00',
  '1/0/1900',
  '--03-04',
  'unknown',
  '1970-02-30',
  '31/04/1975',
]
const encodings = [
  'utf8',
  'utf8',
  'utf8',
  'utf8-mark',
  'windows-1252',
  'utf16le-mark',
  'utf16be-mark',
  'utf16le',
  'utf16be',
  'stray-byte',
] as const
const outsideWindows1252 = /[^\0-\u007f\u00a0-\u00ff’Žž]/

/** Makes a file of people, with what is true of each row. */
export function generatePeople(seed: number): Case {
  const random = createRandom(seed)
  const damage: string[] = []
  const isDamaged = random.chance(0.5)
  const layoutName = random.weighted({
    generic: 4,
    genericWide: 3,
    google: 2,
    outlook: 2,
    salesforce: 2,
    redtail: 2,
    wealthbox: 2,
  })
  const columns = structuredClone(layouts[layoutName] ?? layouts.generic) as [string, Role][]
  const isGeneric = layoutName.startsWith('generic')
  if (isGeneric && random.chance(0.3)) columns.reverse()
  if (isGeneric && random.chance(0.15)) columns.push(['Notes', 'empty'])
  const column = (role: Role) => columns.findIndex(([, each]) => each === role)
  const form = random.weighted<DateForm>({
    iso: 4,
    isoTime: 1,
    monthFirst: 4,
    monthFirstPadded: 3,
    monthFirstShort: 2,
    monthFirstDashes: 1,
    dayFirst: 2,
    dayFirstPoints: 1,
    dayFirstShort: 1,
    long: 1,
    dayLong: 1,
    dayShort: 1,
    dayShortYear: 1,
    serial: 2,
  })
  const isNumeric = /^(month|dayFirst)/.test(form) && form !== 'dayFirstPoints'
  const onlySmall = isNumeric && random.chance(0.35)
  const areZerosDropped = random.chance(0.12)
  const fullStates = random.chance(0.2)
  const encoding = random.pick(encodings)
  const writing = random.pick<Writing>([
    { delimiter: ',', quoting: 'needed', newline: '\n' },
    { delimiter: ',', quoting: 'needed', newline: '\r\n' },
    { delimiter: ',', quoting: 'all', newline: '\r\n' },
    { delimiter: ';', quoting: 'needed', newline: '\r\n' },
    { delimiter: '\t', quoting: 'needed', newline: '\n' },
  ])
  const labels = [layoutName, form, encoding, `${JSON.stringify(writing.delimiter)} ${writing.quoting}`]
  if (areZerosDropped) labels.push('zeros dropped')

  const lines: Line[] = []
  const aside = (...cells: string[]) => lines.push({ cells, kind: 'aside' })
  const blank = () => lines.push({ cells: random.chance(0.7) ? [''] : columns.map(() => ''), kind: 'blank' })
  const heads = columns.map(([head]) => head)
  if (random.chance(0.12)) {
    aside('Contacts of Example Advisors')
    if (random.chance(0.5)) aside('Generated on May 6, 2024')
    if (random.chance(0.6)) blank()
    labels.push('title')
  }
  lines.push({ cells: heads, kind: 'header' })
  const count = 1 + random.below(9)
  for (let index = 0; index < count; index += 1) {
    if (random.chance(0.03)) blank()
    if (random.chance(0.01)) aside(...heads)
    lines.push(makeRecord(index))
  }
  if (layoutName === 'salesforce' && random.chance(0.5)) {
    blank()
    aside('Confidential Information - Do Not Distribute')
    aside('Copyright (c) 2000-2024 salesforce.com, inc. All rights reserved.')
    labels.push('footer')
  } else if (random.chance(0.06)) {
    aside(`Total records: ${count}`)
    labels.push('footer')
  }

  const uncertainFrom: Line[] = []
  if (isDamaged) {
    for (let left = 1 + random.below(3); left > 0; left -= 1) {
      if (random.chance(0.45)) damageCell()
      else {
        const done = damageStructure(random, lines, column('last'), ['last_name'], writing)
        if (done !== null) damage.push(done.label)
        if (done?.uncertainFrom) uncertainFrom.push(done.uncertainFrom)
      }
    }
  }

  const records = lines.flatMap((line) => (line.kind === 'record' && line.truth !== undefined ? [line] : []))
  const numeric = lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(cell) ?? []),
  )
  const dates = lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const match = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(cell)
      return match === null ? [] : [[Number(match[1]), Number(match[2])] as const]
    }),
  )
  const isOpen = numeric.length > 0 && dates.every(([one, other]) => one <= 12 && other <= 12)
  let mustAsk: Case['mustAsk'] = null
  for (const { cells, truth } of records) {
    const cell = cells[column('birth')] ?? ''
    const match = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}$/.exec(cell)
    if (truth === undefined) continue
    if (form === 'serial' && /^\d{4,5}$/.test(cell)) mustAsk = 'serials'
    else if (match !== null && isOpen && match[1] !== match[2] && Number(match[1]) > 0 && Number(match[2]) > 0)
      mustAsk = 'dates'
    else continue
    truth.isAmbiguous = true
  }
  const knowledge: Knowledge = {
    mark: 'point',
    dates: form.startsWith('dayFirst') ? 'day-first' : 'month-first',
    serials: form === 'serial' ? 'days' : 'refuse',
    sides: 'owed',
    scale: 1,
    valueColumn: null,
    account: '*',
    table: 0,
    shortRows: 'refuse',
    zeros: areZerosDropped ? 'dropped' : 'complete',
  }
  const table = writeTable(lines, writing, uncertainFrom)
  const text = random.chance(0.7) ? table.text + writing.newline : table.text
  return { kind: 'people', labels, damage, mustAsk, knowledge, ...table, text, bytes: encode(text) }

  function makeRecord(index: number): Line {
    // A number in each e-mail address tells the people apart.
    let first: string = random.pick(firstNames)
    let last: string = random.pick(lastNames)
    if (encoding === 'windows-1252') {
      first = outsideWindows1252.test(first) ? 'Ann' : first
      last = outsideWindows1252.test(last) ? 'Lee' : last
    }
    last = `${last}${String.fromCharCode(65 + index)}`
    const household = `The ${last} Household`
    const email = random.chance(0.9) ? `person${index}.${random.below(1000)}@example.com` : ''
    const [code, state, plainZip, city] = random.pick(places)
    const zip = random.chance(0.15) ? `${plainZip}-${1000 + random.below(9000)}` : plainZip
    const lostZip = areZerosDropped ? zip.replace(/^0/, '') : zip
    const zipText = random.chance(0.05) && !areZerosDropped ? `="${zip}"` : lostZip
    const birth: Day = {
      year: 1925 + random.below(95),
      month: 1 + random.below(12),
      day: 1 + random.below(onlySmall ? 12 : 28),
    }
    const hasBirth = random.chance(0.85)
    const birthText = hasBirth ? dateForms[form](birth) : layoutName === 'outlook' ? '0/0/00' : ''
    const hasShortYear = form === 'monthFirstShort' || form === 'dayFirstShort' || form === 'dayShortYear'
    const stateText = random.chance(0.05) ? '' : fullStates ? state : code
    const states: Allowed = column('state') < 0 || stateText === '' ? [null, ''] : [code, state]
    const cells = columns.map(([, role]) => {
      switch (role) {
        case 'household':
          return household
        case 'first':
          return first
        case 'last':
          return last
        case 'birth':
          return birthText
        case 'email':
          return email
        case 'state':
          return stateText
        case 'zip':
          return zipText
        case 'phone':
          return `(555) 010-${1000 + random.below(9000)}`
        case 'street':
          return random.chance(0.15) ? `${index + 1} Elm Street\nApt ${index}` : `${index + 1} Elm Street`
        case 'city':
          return city
        case 'businessState':
          return stateText !== '' && random.chance(0.2) ? 'NV' : ''
        case 'businessZip':
          return stateText !== '' && random.chance(0.2) ? '89101' : ''
        case 'formatted':
          return `${index + 1} Elm Street\n${city}, ${code} ${zip}\nUS`
        case 'id':
          return String(5_000_000 + random.below(900_000))
        case 'created':
          return dateForms[form]({
            year: 2023,
            month: 1 + random.below(12),
            day: 1 + random.below(onlySmall ? 12 : 28),
          })
        case 'zeroDate':
          return '0/0/00'
        case 'empty':
          return ''
        default:
          return role.slice(1)
      }
    })
    return {
      cells,
      kind: 'record',
      truth: {
        fields: {
          household: column('household') >= 0 ? [household] : [null, ''],
          first_name: [first],
          last_name: [last],
          date_of_birth: !hasBirth ? [null] : hasShortYear ? [iso(birth), null] : [iso(birth)],
          email: email === '' ? [null, ''] : [email],
          state: states,
          postal_code: areZerosDropped && zip.startsWith('0') ? [zip, null, ''] : [zip],
        },
        isUncertain: false,
        mayLeaveOut: false,
        isAmbiguous: false,
        table: 0,
        account: null,
      },
    }
  }

  function damageCell(): void {
    const open = lines.filter(({ kind, raw }) => kind === 'record' && raw === undefined)
    if (open.length === 0) return
    const line = random.pick(open)
    if (line.truth === undefined) return
    const { fields } = line.truth
    const which = random.weighted({ birth: 5, email: 1, state: 1, zip: 1, last: 1 })
    const text = {
      // Among serials, a year alone is a serial too.
      birth: random.pick(badDates.filter((bad) => form !== 'serial' || bad !== '1970')),
      email: random.pick(['N/A', 'jane@', '#N/A']),
      state: random.pick(['N/A', '#N/A']),
      zip: random.pick(['########', '1.23457E+11', 'N/A']),
      last: '',
    }[which]
    line.cells[column(which)] = text
    const field = { birth: 'date_of_birth', email: 'email', state: 'state', zip: 'postal_code', last: 'last_name' }[
      which
    ]
    fields[field] = [null, '', ...(text === 'jane@' ? [text] : [])]
    damage.push(`${field} ${JSON.stringify(text)}`)
  }

  function encode(written: string): Uint8Array {
    switch (encoding) {
      case 'utf8':
        return Buffer.from(written, 'utf8')
      case 'utf8-mark':
        return Buffer.from(`\ufeff${written}`, 'utf8')
      case 'utf16le-mark':
        return Buffer.from(`\ufeff${written}`, 'utf16le')
      case 'utf16le':
        return Buffer.from(written, 'utf16le')
      case 'utf16be-mark':
        return Buffer.from(`\ufeff${written}`, 'utf16le').swap16()
      case 'utf16be':
        return Buffer.from(written, 'utf16le').swap16()
      case 'windows-1252': {
        const special: Record<string, number> = { '’': 0x92, Ž: 0x8e, ž: 0x9e }
        return Buffer.from([...written].map((character) => special[character] ?? character.charCodeAt(0) & 0xff))
      }
      case 'stray-byte':
        return addStrayByte(random, written)
    }
  }

  /** Puts one byte that is no UTF-8 into a last name, which has no certain value then. */
  function addStrayByte(source: Random, written: string): Uint8Array {
    const row = source.pick(table.rows.filter(({ truth }) => truth !== null))
    const lastName = row.cells[column('last')] ?? ''
    const at = lastName === '' ? -1 : written.indexOf(lastName)
    const { truth } = row
    if (at < 0 || truth === null) return Buffer.from(written, 'utf8')
    truth.isUncertain = true
    const damaged = `${lastName.slice(0, 1)}é${lastName.slice(1)}`
    for (const [field, allowed] of Object.entries(truth.fields)) {
      truth.fields[field] = allowed.flatMap((value) =>
        typeof value === 'string' && value.includes(lastName) ? [value, value.replace(lastName, damaged)] : [value],
      )
    }
    damage.push('stray byte')
    return Buffer.concat([
      Buffer.from(written.slice(0, at + 1), 'utf8'),
      Buffer.from([0xe9]),
      Buffer.from(written.slice(at + 1), 'utf8'),
    ])
  }
}
