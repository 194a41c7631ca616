import type { ReactNode, Ref } from 'react'
import { xmlText } from '../domain/estate-map/fit-text.ts'
import { type EstateLayout, layoutEstate, type PlacedEntity, type PlacedPerson } from '../domain/estate-map/layout.ts'
import { type EstateLine, estateLines, type PlacedLine, placeLines } from '../domain/estate-map/lines.ts'
import type { AmountFormats } from '../domain/money.ts'
import type { EstateMap } from '../ipc/estate.ts'
import { DrawnEntity, EntityLabel } from './DrawnEntity.tsx'
import { DrawnLine, Legend, LineRole, legendHeight } from './DrawnLines.tsx'
import { DrawnPerson } from './DrawnPerson.tsx'
import { LaneFrame, LaneLabel } from './LaneFrame.tsx'
import type { MapColors } from './map-colors.ts'

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
