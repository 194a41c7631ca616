import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { EstateDrawing, layoutOf } from '../../../shared/estate-drawing/EstateDrawing.tsx'
import { type EstateMap, maxPictureText } from '../../../shared/ipc/estate.ts'
import { pageAmounts } from '../../lib/amounts.ts'
import { localToday } from '../../lib/today.ts'
import { resolvedColors } from './colors.ts'

/** The width of an exported map, in pixels. */
const pictureWidth = 1200
/** A PNG has this many pixels per unit, unless it would be larger than a canvas may be. */
const sharpness = 2
const mostPixels = 16_000

/** The map as an SVG that needs nothing else: no scripts, styles, links or references, and colours by value. */
export function svgOf(map: EstateMap): string {
  const place = document.createElement('div')
  const root = createRoot(place)
  const { layout, lines } = layoutOf(map, pictureWidth)
  const label = `Estate map of ${map.household_name}`
  flushSync(() =>
    root.render(
      <EstateDrawing
        {...{ layout, lines, label }}
        colors={resolvedColors()}
        amounts={pageAmounts}
        today={localToday(new Date())}
      />,
    ),
  )
  const svg = place.querySelector('svg')
  const text = svg ? new XMLSerializer().serializeToString(svg) : ''
  root.unmount()
  return text
}

/** The same picture as a PNG in base64, less sharp if it would not fit into a message. */
export async function pngOf(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const sharp = pixelsOf(image, sharpness)
  return sharp.length <= maxPictureText ? sharp : pixelsOf(image, 1)
}

function pixelsOf(image: HTMLImageElement, wanted: number): string {
  const scale = Math.min(wanted, mostPixels / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}
