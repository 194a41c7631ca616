/** A time after a birth or death; of several the first whose `born_to` is not before the birth. */
type After = {
  /** The last birth that it holds for, `YYYY-MM-DD`; without it, all later ones. */
  born_to?: string
  years?: number
  months?: number
}

/** A date that the law derives from a birth or a death. It says what the law says, not what to do. */
export type DateRule = {
  id: string
  /** As lists show it: “Estate tax return due”. */
  name: string
  /** When it applies, in one or two sentences. */
  words: string
  /** The form, section and year that it rests on. */
  source: string
  /** People; or primary clients only. */
  each: 'person' | 'primary'
  from: 'birth' | 'death'
  after: readonly After[]
  /** The day of a year so many years after that date, such as April 1 of the next year. */
  on?: { years_later: number; month: number; day: number }
  /** True: again each year from then on. */
  yearly?: boolean
  /** Whether a weekend or a legal holiday moves it to the next business day. */
  weekend: 'stays' | 'moves'
  /** Words for some births, where the law is disputed. */
  disputed?: { born_from: string; born_to: string; words: string }
}

/** IRC §401(a)(9)(C)(v) by birth; before 1951 as the law was then. */
const applicableAge: readonly After[] = [
  { born_to: '1949-06-30', years: 70, months: 6 },
  { born_to: '1950-12-31', years: 72 },
  { born_to: '1959-12-31', years: 73 },
  { years: 75 },
]

const born1959 = {
  born_from: '1959-01-01',
  born_to: '1959-12-31',
  words:
    'For births in 1959 the law names both 73 and 75. This date is that of 73, as proposed regulations say (REG-103529-23, 2024). Check it.',
}

const distributions = 'IRC §401(a)(9)(C); SECURE 2.0 Act of 2022, §107'

/** The rules of Steward. */
export const dateRules: readonly DateRule[] = [
  {
    id: 'alternate-valuation',
    name: 'Alternate valuation date',
    words: 'If the executor elects it, assets are valued six months after the death.',
    source: 'IRC §2032(a); Rev. Rul. 74-260; Form 706',
    each: 'person',
    from: 'death',
    after: [{ months: 6 }],
    weekend: 'stays',
  },
  {
    id: 'estate-tax-return',
    name: 'Estate tax return due',
    words: 'Nine months after the death, where a return is required. Form 4768, filed by then, gives six more months.',
    source: 'IRC §6075(a), §7503; Treas. Reg. §20.6075-1; Form 706',
    each: 'person',
    from: 'death',
    after: [{ months: 9 }],
    weekend: 'moves',
  },
  {
    id: 'disclaimer',
    name: 'Last day for a qualified disclaimer',
    words: 'Nine months after the death. A beneficiary under 21 has until nine months after turning 21.',
    source: 'IRC §2518(b)(2); Treas. Reg. §25.2518-2(c)',
    each: 'person',
    from: 'death',
    after: [{ months: 9 }],
    weekend: 'moves',
  },
  {
    id: 'estate-tax-return-extended',
    name: 'Estate tax return due, if extended',
    words: 'Fifteen months after the death, if Form 4768 was filed in time.',
    source: 'IRC §6081(a); Treas. Reg. §20.6081-1(b); Form 4768',
    each: 'person',
    from: 'death',
    after: [{ months: 15 }],
    weekend: 'moves',
  },
  {
    id: 'portability-election',
    name: 'Last day for a late portability election',
    words: 'The fifth anniversary of the death, where no estate tax return was required.',
    source: 'Rev. Proc. 2022-32; Form 706',
    each: 'person',
    from: 'death',
    after: [{ years: 5 }],
    weekend: 'stays',
  },
  {
    id: 'final-income-tax-return',
    name: 'Final income tax return due',
    words: 'For the year of the death.',
    source: 'IRC §6072(a), §7503; Form 1040',
    each: 'person',
    from: 'death',
    after: [{ months: 0 }],
    on: { years_later: 1, month: 4, day: 15 },
    weekend: 'moves',
  },
  {
    id: 'age-70-half',
    name: 'Turns 70½',
    words: 'From this day an IRA may make qualified charitable distributions.',
    source: 'IRC §408(d)(8)(B)(ii)',
    each: 'primary',
    from: 'birth',
    after: [{ years: 70, months: 6 }],
    weekend: 'stays',
  },
  {
    id: 'required-beginning-date',
    name: 'Required beginning date',
    words:
      'The first required distribution from retirement accounts is due by April 1 after the year of the applicable age.',
    source: distributions,
    each: 'primary',
    from: 'birth',
    after: applicableAge,
    on: { years_later: 1, month: 4, day: 1 },
    weekend: 'stays',
    disputed: born1959,
  },
  {
    id: 'required-distribution',
    name: 'Required distribution of the year',
    words: 'Due by December 31 of each year after the year of the applicable age.',
    source: distributions,
    each: 'primary',
    from: 'birth',
    after: applicableAge,
    on: { years_later: 1, month: 12, day: 31 },
    yearly: true,
    weekend: 'stays',
    disputed: born1959,
  },
]
