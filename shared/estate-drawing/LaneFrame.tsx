import { statusName } from '../domain/balance-sheet.ts'
import { estateSizes, type PlacedLane } from '../domain/estate-map/layout.ts'
import type { AmountFormats } from '../domain/money.ts'
import type { MapColors } from './map-colors.ts'
import { SvgText } from './SvgText.tsx'

type Props = { lane: PlacedLane; colors: MapColors }

/** The ground of a lane. */
export function LaneFrame({ lane: { x, y, width, height }, colors }: Props) {
  return (
    <rect
      {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8 }}
      fill={colors.quiet}
      stroke={colors.line}
    />
  )
}

/** A lane's name, its total if an entity of it has a valuation, and the headings of its lists. */
export function LaneLabel({ lane, colors, amounts }: Props & { amounts: AmountFormats }) {
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
