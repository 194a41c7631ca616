import { fitText, isRightToLeft } from '../domain/estate-map/fit-text.ts'

type Props = {
  text: string
  /** The space for the text, from its left edge; `y` is the baseline. */
  x: number
  y: number
  width: number
  size?: number
  weight?: number
  color: string
  /** `end` aligns the text with the right edge. */
  align?: 'start' | 'end'
  opacity?: number
  /** Colour of an outline below the letters, so that they can be read above lines and hatching. */
  outline?: string
}

/**
 * One line of text, cut to its space. An element of its own, so that its writing direction cannot reorder its neighbours. Text from
 * right to left starts at the right edge.
 */
export function SvgText(props: Props) {
  const { text, x, y, width, size = 12, weight = 400, color, align = 'start', opacity, outline } = props
  const shown = fitText(text, width, size, weight >= 600)
  const isReversed = isRightToLeft(shown)
  const atRight = isReversed || align === 'end'
  return (
    <text
      x={atRight ? x + width : x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      fill={color}
      opacity={opacity}
      {...(outline === undefined
        ? {}
        : { stroke: outline, strokeWidth: 4, strokeLinejoin: 'round', paintOrder: 'stroke' })}
      direction={isReversed ? 'rtl' : 'ltr'}
      unicodeBidi="isolate"
      textAnchor={atRight && !isReversed ? 'end' : 'start'}
    >
      {shown}
    </text>
  )
}
