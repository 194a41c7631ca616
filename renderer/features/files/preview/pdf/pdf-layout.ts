/** CSS pixels per point: a PDF has 72 points per inch, a screen 96 pixels. */
export const pixelsPerPoint = 96 / 72

/** Space between and around pages, in CSS pixels. */
export const pageGap = 12

/** Maximum number of pages shown: the number comes from the file and cannot be trusted. */
export const maxPages = 5000

/** In CSS pixels. Chromium draws no element higher than about 33 million pixels. */
const maxHeight = 30_000_000

const zoomSteps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

/** In points, after rotation. */
export type PageSize = { width: number; height: number }

/** How pages are scaled: to the width of the view, to fit a whole page, or by a factor where 1 is 100%. */
export type Fit = 'width' | 'page' | number

/** Replaces a page size of zero or infinity, which files may contain, by a usable one. */
export function sensibleSize({ width, height }: PageSize): PageSize {
  const sensible = (length: number) => (Number.isFinite(length) && length >= 1 ? Math.min(length, 20_000) : 792)
  return { width: sensible(width), height: sensible(height) }
}

/** A size rotated by a multiple of 90 degrees. */
export const turned = ({ width, height }: PageSize, rotation: number): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

type ZoomFor = { fit: Fit; page: PageSize; pages: number; area: { width: number; height: number } }

/** The zoom factor of a fit for a page in an area of CSS pixels. */
export function zoomOf({ fit, page, pages, area }: ZoomFor): number {
  const width = page.width * pixelsPerPoint
  const height = page.height * pixelsPerPoint
  const byWidth = (area.width - 2 * pageGap) / width
  const byHeight = (area.height - 2 * pageGap) / height
  const wanted = fit === 'width' ? byWidth : fit === 'page' ? Math.min(byWidth, byHeight) : fit
  const most = Math.min(8, maxHeight / ((height + pageGap) * pages))
  return Math.min(Math.max(wanted, 0.05), most)
}

/** The next larger or smaller zoom step. */
export function nextZoom(zoom: number, way: 1 | -1): number {
  const further = way > 0 ? zoomSteps.find((step) => step > zoom + 0.005) : zoomSteps.findLast((s) => s < zoom - 0.005)
  return further ?? (way > 0 ? (zoomSteps.at(-1) ?? zoom) : (zoomSteps[0] ?? zoom))
}

/** Positions of pages in CSS pixels, from the top of the first gap. `tops` has an extra entry for the end. */
export type PageLayout = { tops: Float64Array; count: number; width: number; height: number }

/** Lays out pages vertically; `sizeOf` returns points. */
export function layoutPages(count: number, sizeOf: (index: number) => PageSize, zoom: number): PageLayout {
  const tops = new Float64Array(count + 1)
  let top = pageGap
  let width = 0
  for (let index = 0; index < count; index += 1) {
    const size = sizeOf(index)
    tops[index] = top
    top += size.height * zoom * pixelsPerPoint + pageGap
    width = Math.max(width, size.width * zoom * pixelsPerPoint)
  }
  tops[count] = top
  return { tops, count, width: width + 2 * pageGap, height: top }
}

/** Index of the page at a height: the last one whose top is above it. */
export function pageAt({ tops, count }: PageLayout, y: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Indices of the pages to draw: those in view and their neighbours. */
export function pagesAround(layout: PageLayout, top: number, height: number): number[] {
  const first = Math.max(0, pageAt(layout, top) - 1)
  const last = Math.min(layout.count - 1, pageAt(layout, top + height) + 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}
