import type { ReactNode, Ref } from 'react'
import type { PlacedEntity, PlacedLane, SizeLayout } from '../domain/estate-map/size-layout.ts'
import { laneName } from '../domain/estate-map/structure-words.ts'
import type { AmountFormats } from '../domain/money.ts'
import { Drawing } from './Drawing.tsx'
import { DrawnEntity, EntityLabel } from './DrawnEntity.tsx'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'

type Props = {
  layout: SizeLayout
  colors: MapColors
  amounts: AmountFormats
  /** `YYYY-MM-DD`, for the ages of figures. */
  today: string
  /** Accessible name. */
  label: string
  /** Makes an entity focusable. A file has none of it. */
  entityPart?: (placed: PlacedEntity, drawn: ReactNode) => ReactNode
  ref?: Ref<SVGSVGElement>
}

const plain = (_placed: PlacedEntity, drawn: ReactNode): ReactNode => drawn

/** Texts above the parts that take the pointer and the focus, which have the same words. */
const above = { 'aria-hidden': true, pointerEvents: 'none' } as const

/** An estate by size as SVG, without scripts, HTML and references. One unit is one pixel. */
export function SizeDrawing({ layout, colors, amounts, today, label, entityPart = plain, ref }: Props) {
  const { width, height, lanes } = layout
  return (
    <Drawing {...{ width, height, label, colors, ref }} isFile={entityPart === plain}>
      {lanes.map((lane) => (
        <g key={lane.status}>
          <LaneFrame lane={lane} colors={colors} />
          {lane.entities.map((each) => (
            <g key={each.entity.id}>
              {entityPart(each, <DrawnEntity placed={each} colors={colors} amounts={amounts} />)}
            </g>
          ))}
        </g>
      ))}
      <g {...above}>
        {lanes.map((lane) => (
          <g key={lane.status}>
            <LaneLabel lane={lane} colors={colors} amounts={amounts} />
            {lane.entities.map((each) => (
              <EntityLabel key={each.entity.id} placed={each} colors={colors} amounts={amounts} today={today} />
            ))}
          </g>
        ))}
      </g>
    </Drawing>
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
  const left = x + 14
  const room = width - 2 * 14
  const total = entities.every((one) => one.cents === null) ? '' : amounts.shown(cents)
  const totalWidth = Math.min(room * 0.62, total.length * 7.6)
  return (
    <>
      <SvgText
        outline={colors.quiet}
        text={laneName(status)}
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
