import { describeFigure, goalText } from '../figures.ts'
import { growthOf } from './exponent.ts'
import { figureOf, type GrowthDetails, type Kind, kindNames, kinds } from './kinds.ts'

const panel = { width: 196, height: 184, across: 5, gap: 10 }
const inner = { left: 34, right: 6, top: 46, bottom: 28 }
/** Keeps the values of the first and the last point off the marks of the axis. */
const margin = 16

/** The colours of both themes; a browser chooses by the reader's preference, also where the file is shown as a picture. */
const style = `
  svg { --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --rule: #d8dee4; --mark: #0969da; --fit: #8250df }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --rule: #30363d; --mark: #58a6ff; --fit: #bc8cff }
  }
  text { font: 11px system-ui, sans-serif; fill: var(--quiet) }
  .title { font-weight: 600; font-size: 13px; fill: var(--ink) }
  .value { fill: var(--ink) }
  .paper { fill: var(--paper) }
  .rule { stroke: var(--rule); stroke-width: 1 }
  .fit { stroke: var(--fit); stroke-width: 1.5; stroke-dasharray: 5 4 }
  .mark { fill: var(--mark) }
`

/** Draws how each kind of work grows with the number of people: a small log-log plot each, as SVG. */
export function plotGrowth(details: GrowthDetails): string {
  const shown = kindNames().filter((kind) => details.medians[kind])
  const rows = Math.max(1, Math.ceil(shown.length / panel.across))
  const width = panel.across * (panel.width + panel.gap) + panel.gap
  const height = rows * (panel.height + panel.gap) + panel.gap
  const panels = shown.map((kind, at) => {
    const x = panel.gap + (at % panel.across) * (panel.width + panel.gap)
    const y = panel.gap + Math.floor(at / panel.across) * (panel.height + panel.gap)
    return `<g transform="translate(${x} ${y})">${drawPanel(kind, details)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Growth with the number of people">`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...panels,
    '</svg>\n',
  ].join('\n')
}

function drawPanel(kind: Kind, { sizes, medians, exponents }: GrowthDetails): string {
  const points = sizes.map((people, at) => ({ people, value: medians[kind]?.[at] ?? Number.NaN }))
  const values = points.map(({ value }) => value)
  const down = decadesOf(values)
  const across = { from: Math.log10(Math.min(...sizes)), to: Math.log10(Math.max(...sizes)) }
  const x = (people: number) =>
    fixed(
      inner.left + margin + place(Math.log10(people), across) * (panel.width - inner.left - inner.right - 2 * margin),
    )
  const y = (value: number) =>
    fixed(panel.height - inner.bottom - place(Math.log10(value), down) * (panel.height - inner.top - inner.bottom))
  const { exponent, factor } = growthOf(points)
  const lineAt = (people: number) => `${x(people)} ${y(factor * people ** exponent)}`
  const { title, unit } = kinds[kind]
  const { goal } = describeFigure(figureOf(kind))
  const said = `exponent ${(exponents[kind] ?? exponent).toFixed(2)}${goal ? `, goal ${goalText(goal)}` : ''}`
  return [
    text(0, 13, `${title}, ${unit}`, 'title'),
    text(0, 28, said),
    ...decadeMarks(down).map(
      (value) =>
        `<path class="rule" d="M${inner.left} ${y(value)}H${panel.width - inner.right}"/>${text(inner.left - 6, y(value) + 4, short(value), '', 'end')}`,
    ),
    ...sizes.map((people) => text(x(people), panel.height - 10, short(people), '', 'middle')),
    `<path class="fit" fill="none" d="M${lineAt(Math.min(...sizes))}L${lineAt(Math.max(...sizes))}"/>`,
    ...points.map(
      ({ people, value }) =>
        `<circle class="mark" cx="${x(people)}" cy="${y(value)}" r="3.5"/>${text(x(people), y(value) - 8, short(value), 'value', 'middle')}`,
    ),
  ].join('')
}

type Range = { from: number; to: number }

const place = (value: number, { from, to }: Range): number => (value - from) / (to - from)

/** At least two whole decades, so that noise of a flat line does not look like growth. */
function decadesOf(values: readonly number[]): Range {
  const from = Math.floor(Math.log10(Math.min(...values)))
  return { from, to: Math.max(from + 2, Math.ceil(Math.log10(Math.max(...values)))) }
}

const decadeMarks = ({ from, to }: Range): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at))

const fixed = (value: number): number => Math.round(value * 10) / 10

/** 3000000 as 3M, 0.123 as 0.12. */
function short(value: number): string {
  for (const [size, letter] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= size) return `${Number((value / size).toPrecision(2))}${letter}`
  }
  return String(Number(value.toPrecision(2)))
}

function text(x: number, y: number, content: string, name = '', anchor: 'start' | 'middle' | 'end' = 'start'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${fixed(x)}" y="${fixed(y)}"${name ? ` class="${name}"` : ''} text-anchor="${anchor}">${escaped}</text>`
}
