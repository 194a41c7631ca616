import type { ReactNode, Ref } from 'react'
import { xmlText } from '../domain/estate-map/fit-text.ts'
import type { MapColors } from './map-colors.ts'

type Props = {
  /** In pixels. */
  width: number
  height: number
  /** Accessible name. */
  label: string
  colors: Pick<MapColors, 'ground'>
  /** True if no part of it can have the focus. */
  isFile: boolean
  ref?: Ref<SVGSVGElement> | undefined
  children: ReactNode
}

/** The SVG of an estate's drawing: its size, name, fonts and ground. */
export function Drawing({ width, height, label, colors, isFile, ref, children }: Props) {
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={isFile ? 'img' : 'group'}
      aria-label={xmlText(label)}
      fontFamily="Inter, 'Segoe UI', 'Noto Sans', system-ui, sans-serif"
      fontSize={12}
    >
      <rect width={width} height={height} fill={colors.ground} />
      {children}
    </svg>
  )
}
