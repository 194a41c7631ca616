/** Outlines in a square of 24 units: icons of Tabler (MIT), as paths, since a printed map is drawn where its icon library is not loaded. */
const outlines = {
  // Tabler: ShieldCheck
  shield: [
    'M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06',
    'M15 19l2 2l4 -4',
  ],
  // Tabler: BuildingEstate
  house: [
    'M3 21h18',
    'M19 21v-4',
    'M19 17a2 2 0 0 0 2 -2v-2a2 2 0 1 0 -4 0v2a2 2 0 0 0 2 2',
    'M14 21v-14a3 3 0 0 0 -3 -3h-4a3 3 0 0 0 -3 3v14',
    'M9 17v4',
    'M8 13h2',
    'M8 9h2',
  ],
  // Tabler: PigMoney
  savings: [
    'M15 11v.01',
    'M5.173 8.378a3 3 0 1 1 4.656 -1.377',
    'M16 4v3.803a6.019 6.019 0 0 1 2.658 3.197h1.341a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-1.342c-.336 .95 -.907 1.8 -1.658 2.473v2.027a1.5 1.5 0 0 1 -3 0v-.583a6.04 6.04 0 0 1 -1 .083h-4a6.04 6.04 0 0 1 -1 -.083v.583a1.5 1.5 0 0 1 -3 0v-2l0 -.027a6 6 0 0 1 4 -10.473h2.5l4.5 -3',
  ],
  // Tabler: Coins
  coins: [
    'M9 14c0 1.657 2.686 3 6 3s6 -1.343 6 -3s-2.686 -3 -6 -3s-6 1.343 -6 3',
    'M9 14v4c0 1.656 2.686 3 6 3s6 -1.344 6 -3v-4',
    'M3 6c0 1.072 1.144 2.062 3 2.598s4.144 .536 6 0c1.856 -.536 3 -1.526 3 -2.598c0 -1.072 -1.144 -2.062 -3 -2.598s-4.144 -.536 -6 0c-1.856 .536 -3 1.526 -3 2.598',
    'M3 6v10c0 .888 .772 1.45 2 2',
    'M3 11c0 .888 .772 1.45 2 2',
  ],
  // Tabler: HeartHandshake
  charity: [
    'M19.5 12.572l-7.5 7.428l-7.5 -7.428a5 5 0 1 1 7.5 -6.566a5 5 0 1 1 7.5 6.572',
    'M12 6l-3.293 3.293a1 1 0 0 0 0 1.414l.543 .543c.69 .69 1.81 .69 2.5 0l1 -1a3.182 3.182 0 0 1 4.5 0l2.25 2.25',
    'M12.5 15.5l2 2',
    'M15 13l2 2',
  ],
  // Tabler: Briefcase
  business: [
    'M3 9a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -9',
    'M8 7v-2a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v2',
    'M12 12l0 .01',
    'M3 13a20 20 0 0 0 18 0',
  ],
  // Tabler: BuildingBank
  bank: [
    'M3 21l18 0',
    'M3 10l18 0',
    'M5 6l7 -3l7 3',
    'M4 10l0 11',
    'M20 10l0 11',
    'M8 14l0 3',
    'M12 14l0 3',
    'M16 14l0 3',
  ],
} as const

const iconOfKind: readonly [RegExp, readonly string[]][] = [
  [/INSURANCE|ILIT/, outlines.shield],
  [/QPRT/, outlines.house],
  [/RETIREMENT|TUITION/, outlines.savings],
  [/ACCOUNT/, outlines.coins],
  [/FOUNDATION|DONOR|CRT|CLT/, outlines.charity],
  [/BUSINESS/, outlines.business],
]

type Props = {
  kind: string
  /** In pixels. */
  size?: number
  /** The place in a drawing. */
  x?: number
  y?: number
  color?: string
}

/** The icon of an entity's kind. Decorative: the kind is named beside it. */
export function KindIcon({ kind, size = 24, x, y, color = 'currentColor' }: Props) {
  const paths = iconOfKind.find(([pattern]) => pattern.test(kind))?.[1] ?? outlines.bank
  return (
    <svg
      {...(x === undefined ? {} : { x, y })}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
