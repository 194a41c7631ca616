import { estateSizes, type PlacedLane } from '../../../shared/domain/estate-map/layout.ts'
import { formatCentsShown } from '../../../shared/domain/money.ts'
import type { MapColors } from './colors.ts'
import { SvgText } from './SvgText.tsx'
import { statusName } from './words.ts'

/** The ground of a lane with its name, its total, and the headings of its lists. */
export function LaneFrame({ lane, colors }: { lane: PlacedLane; colors: MapColors }) {
  const { x, y, width, height, status, cents, headings } = lane
  const left = x + estateSizes.pad
  const room = width - 2 * estateSizes.pad
  const total = formatCentsShown(cents)
  const totalWidth = Math.min(room * 0.62, total.length * 7.6)
  return (
    <>
      <rect
        {...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8 }}
        fill={colors.quiet}
        stroke={colors.line}
      />
      <SvgText
        text={statusName(status)}
        {...{ x: left, y: y + 22, width: room - totalWidth - 8 }}
        weight={600}
        color={colors.ink}
      />
      <g data-total>
        <SvgText
          text={total}
          {...{ x: left + room - totalWidth, y: y + 22, width: totalWidth }}
          align="end"
          color={cents < 0n ? colors.negative : colors.ink}
        />
      </g>
      {headings.map((heading) => (
        <SvgText
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
