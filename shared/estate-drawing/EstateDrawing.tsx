import type { ReactNode, Ref } from 'react'
import { statusName } from '../domain/balance-sheet.ts'
import { xmlText } from '../domain/estate-map/fit-text.ts'
import {
  type EstateLayout,
  estateSizes,
  layoutEstate,
  type PlacedEntity,
  type PlacedLane,
  type PlacedPerson,
} from '../domain/estate-map/layout.ts'
import { type EstateLine, estateLines, type PlacedLine, placeLines } from '../domain/estate-map/lines.ts'
import { initialsOf } from '../domain/initials.ts'
import type { AmountFormats } from '../domain/money.ts'
import type { EstateMap } from '../ipc/estate.ts'
import { DrawnEntity, EntityLabel } from './DrawnEntity.tsx'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'
import { lineKindNames, personRoles } from './words.ts'

type Kind = EstateLine['kind']

/** Solid, dotted or dashed, so that the kind does not depend on colour. */
const dashes: Readonly<Record<Kind, string | undefined>> = { service: undefined, proposal: '1 5', link: '7 4' }

const stroke = (kind: Kind) => ({
  strokeWidth: kind === 'proposal' ? 2 : 1.6,
  strokeDasharray: dashes[kind],
  strokeLinecap: kind === 'proposal' ? ('round' as const) : ('butt' as const),
})

type DrawnLinesProps = { line: PlacedLine; colors: MapColors }

/** A line. A wide invisible path, and a square where its role is, make it easy to point at. */
function DrawnLine({ line: { kind, path, ends, middle }, colors }: DrawnLinesProps) {
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
function LineRole({ line: { kind, middle, role }, colors }: DrawnLinesProps) {
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
const legendHeight = (kinds: ReadonlySet<Kind>, width: number): number =>
  kinds.size === 0 ? 0 : Math.ceil(kinds.size / columnsIn(width)) * 22 + 10

type LegendProps = { kinds: ReadonlySet<Kind>; y: number; width: number; colors: MapColors }

/** Says what the lines mean. */
function Legend({ kinds, y, width, colors }: LegendProps) {
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

/** The layout of a household's map at a width. */
export function layoutOf(map: EstateMap, width: number): { layout: EstateLayout; lines: EstateLine[] } {
  const lines = estateLines(map)
  const linked = new Set(lines.flatMap(({ from, to }) => [from.id, to.id]))
  return { layout: layoutEstate({ entities: map.entities, people: map.people, linked, width }), lines }
}

/** Makes the parts of a drawing focusable. A file has none of it. */
export type MapParts = {
  entity(placed: PlacedEntity, drawn: ReactNode): ReactNode
  person(placed: PlacedPerson, drawn: ReactNode): ReactNode
  line(line: PlacedLine, drawn: ReactNode): ReactNode
}

type Props = {
  layout: EstateLayout
  lines: readonly EstateLine[]
  colors: MapColors
  amounts: AmountFormats
  /** `YYYY-MM-DD`, for the ages of figures. */
  today: string
  /** Accessible name. */
  label: string
  parts?: MapParts
  ref?: Ref<SVGSVGElement>
}

const plain: MapParts = {
  entity: (_placed, drawn) => drawn,
  person: (_placed, drawn) => drawn,
  line: (_line, drawn) => drawn,
}

/** Texts above the parts that take the pointer and the focus, which have the same words. */
const above = { 'aria-hidden': true, pointerEvents: 'none' } as const

/**
 * The estate map as SVG, without scripts, HTML and references: the same component draws the screen and the file. One unit is one
 * pixel.
 */
export function EstateDrawing({ layout, lines, colors, amounts, today, label, parts = plain, ref }: Props) {
  const { width, people, lanes } = layout
  const placed = placeLines(lines, layout)
  const kinds = new Set(placed.map(({ kind }) => kind))
  const height = layout.height + legendHeight(kinds, width)
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={parts === plain ? 'img' : 'group'}
      aria-label={xmlText(label)}
      fontFamily="Inter, 'Segoe UI', 'Noto Sans', system-ui, sans-serif"
      fontSize={12}
    >
      <rect width={width} height={height} fill={colors.ground} />
      {people.map((each) => (
        <g key={each.person.id}>{parts.person(each, <DrawnPerson place={each} colors={colors} />)}</g>
      ))}
      {lanes.map((lane) => (
        <g key={lane.status}>
          <LaneFrame lane={lane} colors={colors} />
          {lane.entities.map((each) => (
            <g key={each.entity.id}>
              {parts.entity(each, <DrawnEntity placed={each} colors={colors} amounts={amounts} />)}
            </g>
          ))}
        </g>
      ))}
      {placed.map((line) => (
        <g key={line.key}>{parts.line(line, <DrawnLine line={line} colors={colors} />)}</g>
      ))}
      {/* Above the lines, so that every name, amount and role can be read. */}
      <g {...above}>
        {lanes.map((lane) => (
          <g key={lane.status}>
            <LaneLabel lane={lane} colors={colors} amounts={amounts} />
            {lane.entities.map((each) => (
              <EntityLabel key={each.entity.id} placed={each} colors={colors} amounts={amounts} today={today} />
            ))}
          </g>
        ))}
        {placed.map((line) => (
          <LineRole key={line.key} line={line} colors={colors} />
        ))}
      </g>
      <Legend kinds={kinds} y={layout.height} width={width} colors={colors} />
    </svg>
  )
}

const radius = 13

/** A person: initials, name, and the roles that the service allows. */
function DrawnPerson({ place, colors }: { place: PlacedPerson; colors: MapColors }) {
  const { x, y, width, height, person } = place
  const left = x + 44
  const room = width - 52
  const roles = personRoles(person)
  return (
    <>
      <rect
        {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8 }}
        fill={colors.ground}
        stroke={colors.line}
      />
      <circle cx={x + 22} cy={y + height / 2} r={radius} fill={colors.ofPerson(person.id)} />
      <text
        x={x + 22}
        y={y + height / 2 + 4}
        textAnchor="middle"
        fontSize={11}
        fontWeight={600}
        fill={colors.onBox}
        unicodeBidi="isolate"
      >
        {initialsOf(person.name)}
      </text>
      <SvgText
        text={person.name}
        {...{ x: left, y: y + (roles === '' ? height / 2 + 4 : 17), width: room }}
        weight={600}
        color={colors.ink}
      />
      {roles === '' ? null : (
        <SvgText text={roles} {...{ x: left, y: y + 32, width: room }} size={11} color={colors.inkQuiet} />
      )}
    </>
  )
}

type LaneProps = { lane: PlacedLane; colors: MapColors }

/** The ground of a lane. */
function LaneFrame({ lane: { x, y, width, height }, colors }: LaneProps) {
  return (
    <rect
      {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8 }}
      fill={colors.quiet}
      stroke={colors.line}
    />
  )
}

/** A lane's name, its total if an entity of it has a valuation, and the headings of its lists. */
function LaneLabel({ lane, colors, amounts }: LaneProps & { amounts: AmountFormats }) {
  const { x, y, width, status, cents, headings, entities } = lane
  const left = x + estateSizes.pad
  const room = width - 2 * estateSizes.pad
  const total = entities.every((one) => one.cents === null) ? '' : amounts.shown(cents)
  const totalWidth = Math.min(room * 0.62, total.length * 7.6)
  return (
    <>
      <SvgText
        outline={colors.quiet}
        text={statusName(status)}
        {...{ x: left, y: y + 22, width: room - totalWidth - 8 }}
        weight={600}
        color={colors.ink}
      />
      <g data-total>
        <SvgText
          outline={colors.quiet}
          text={total}
          {...{ x: left + room - totalWidth, y: y + 22, width: totalWidth }}
          align="end"
          color={cents < 0n ? colors.negative : colors.ink}
        />
      </g>
      {headings.map((heading) => (
        <SvgText
          outline={colors.quiet}
          key={heading.text}
          text={heading.text}
          {...{ x: heading.x, y: heading.y + 14, width: room }}
          size={11}
          color={colors.inkQuiet}
        />
      ))}
    </>
  )
}
