import type { EstateLine, PlacedLine } from '../domain/estate-map/lines.ts'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'
import { lineKindNames } from './words.ts'

type Kind = EstateLine['kind']

/** Solid, dotted or dashed, so that the kind does not depend on colour. */
const dashes: Readonly<Record<Kind, string | undefined>> = { service: undefined, proposal: '1 5', link: '7 4' }

const stroke = (kind: Kind) => ({
  strokeWidth: kind === 'proposal' ? 2 : 1.6,
  strokeDasharray: dashes[kind],
  strokeLinecap: kind === 'proposal' ? ('round' as const) : ('butt' as const),
})

type Props = { line: PlacedLine; colors: MapColors }

/** A line. A wide invisible path, and a square where its role is, make it easy to point at. */
export function DrawnLine({ line: { kind, path, ends, middle }, colors }: Props) {
  return (
    <>
      <path d={path} fill="none" stroke={colors.ground} strokeWidth={5} opacity={0.85} />
      <path d={path} fill="none" stroke={colors.ink} {...stroke(kind)} />
      {ends.map(({ x, y }, at) => (
        <circle key={at === 0 ? 'from' : 'to'} cx={x} cy={y} r={3} fill={colors.ink} stroke={colors.ground} />
      ))}
      <path d={path} fill="none" stroke="transparent" strokeWidth={14} data-hit />
      <rect {...{ x: middle.x - 12, y: middle.y - 12, width: 24, height: 24 }} fill="transparent" />
    </>
  )
}

/** The role of a line; a proposed one ends with a question mark. */
export function LineRole({ line: { kind, middle, role }, colors }: Props) {
  if (role === null || role === '') return null
  const word = kind === 'proposal' ? `${role}?` : role
  const width = Math.min(140, word.length * 6.4 + 12)
  return (
    <>
      <rect
        {...{ x: middle.x - width / 2, y: middle.y - 9, width, height: 18, rx: 9 }}
        fill={colors.ground}
        stroke={colors.line}
      />
      <SvgText
        text={word}
        {...{ x: middle.x - width / 2 + 6, y: middle.y + 4, width: width - 8 }}
        size={11}
        color={colors.ink}
      />
    </>
  )
}

const entryWidth = 290
const order: readonly Kind[] = ['service', 'proposal', 'link']

const columnsIn = (width: number) => Math.max(1, Math.floor(width / entryWidth))

/** The space that a legend of these kinds of line needs below a drawing. */
export const legendHeight = (kinds: ReadonlySet<Kind>, width: number): number =>
  kinds.size === 0 ? 0 : Math.ceil(kinds.size / columnsIn(width)) * 22 + 10

type LegendProps = { kinds: ReadonlySet<Kind>; y: number; width: number; colors: MapColors }

/** Says what the lines mean. */
export function Legend({ kinds, y, width, colors }: LegendProps) {
  const columns = columnsIn(width)
  return order
    .filter((kind) => kinds.has(kind))
    .map((kind, at) => {
      const left = (at % columns) * entryWidth
      const base = y + 24 + Math.floor(at / columns) * 22
      return (
        <g key={kind}>
          <path d={`M${left + 2} ${base - 4}h28`} stroke={colors.ink} {...stroke(kind)} />
          <SvgText
            text={lineKindNames[kind]}
            {...{ x: left + 38, y: base, width: Math.min(entryWidth, width) - 44 }}
            size={11}
            color={colors.inkQuiet}
          />
        </g>
      )
    })
}
