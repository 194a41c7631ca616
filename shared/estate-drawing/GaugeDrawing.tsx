import { type EstateGauge, gaugeBar } from '../domain/estate-gauge.ts'
import { type AmountFormats, toDollars } from '../domain/money.ts'
import type { MapColors } from './map-colors.ts'

const [top, thickness, height] = [2, 14, 40]

type Props = {
  gauge: EstateGauge
  colors: Pick<MapColors, 'quiet' | 'line' | 'ink' | 'inkQuiet' | 'ofStatus'>
  amounts: Pick<AmountFormats, 'short'>
}

/** The value in an estate as a bar, with marks at one and two amounts. Its words stand beside it. */
export function GaugeDrawing({ gauge, colors, amounts }: Props) {
  const bar = gaugeBar(gauge)
  if (bar === null) return null
  const { within, beyond, marks } = bar
  const fill = colors.ofStatus('in_estate')
  const part = { y: top, height: thickness }
  return (
    <svg width="100%" height={height} aria-hidden="true" data-gauge>
      <rect {...part} x="0" width="100%" rx={3} fill={colors.quiet} stroke={colors.line} />
      <rect {...part} x="0" width={`${within}%`} rx={3} fill={fill} data-part="within" />
      {beyond > 0 ? (
        <>
          <rect {...part} x={`${within}%`} width={`${beyond}%`} rx={3} fill={fill} data-part="beyond" />
          <rect {...part} x={`${within}%`} width={`${beyond}%`} rx={3} fill={colors.ink} opacity={0.35} />
        </>
      ) : null}
      {marks.map(({ times, at, isLimit, label }) => (
        <g key={times}>
          <line
            x1={`${at}%`}
            x2={`${at}%`}
            y1={0}
            y2={top * 2 + thickness + 2}
            stroke={colors.ink}
            strokeWidth={isLimit ? 2.5 : 1}
          />
          {label === 'none' ? null : (
            <text
              x={`${at}%`}
              y={height - 6}
              fontSize={11}
              fontWeight={isLimit ? 600 : 400}
              fill={isLimit ? colors.ink : colors.inkQuiet}
              textAnchor={label}
            >
              {times === 1 ? '' : `${times} × `}
              {amounts.short(toDollars(gauge.each))}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
