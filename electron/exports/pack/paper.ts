import { createHash } from 'node:crypto'
import { type MapColors, themeColors } from '../../../shared/estate-drawing/map-colors.ts'

/** The light theme's colours by value: paper is white. `renderer/app/theme.css` has the same. */
const paper: Readonly<Record<string, string>> = {
  '--ground': '#ffffff',
  '--ground-quiet': '#f6f7f8',
  '--line-strong': '#cdd2d7',
  '--ink': '#1a1e23',
  '--ink-quiet': '#58616b',
  '--negative': '#b3261e',
  '--warn-ink': '#6b4a00',
  '--accent': '#1a657c',
  '--category-ink': '#ffffff',
  '--category-1': '#1a657c',
  '--category-2': '#8a4b08',
  '--category-3': '#4b5ea8',
  '--category-4': '#2f7d4f',
  '--category-5': '#9b3b6f',
  '--category-6': '#5d636b',
  '--category-7': '#7450b4',
  '--category-8': '#6d6a22',
}

/** The colours of a printed map. */
export const paperColors: MapColors = themeColors((color) => paper[color.slice(4, -1)] ?? color)

/** A text as a CSS string, which cannot end early: everything but letters, digits and blanks of ASCII is a code. */
const cssString = (text: string): string =>
  `"${[...text].map((character) => (/[A-Za-z0-9 ]/.test(character) ? character : `\\${codeOf(character)} `)).join('')}"`

const codeOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16)

/**
 * The style of a pack. The page's margins carry the running header and the page numbers, so that both hosts print them alike.
 *
 * @param words - at the top of every page the household and the day, at its foot the firm
 */
export const packStyle = (words: { left: string; right: string; firm: string }): string => `
@page { size: letter; margin: 22mm 16mm 20mm;
  @top-left { content: ${cssString(words.left)}; font: 9px/1.4 ${fonts}; color: #58616b; }
  @top-right { content: ${cssString(words.right)}; font: 9px/1.4 ${fonts}; color: #58616b; }
  @bottom-left { content: ${cssString(words.firm)}; font: 9px/1.4 ${fonts}; color: #58616b; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9px/1.4 ${fonts}; color: #58616b; } }
@page :first { @top-left { content: ""; } @top-right { content: ""; } }
html { font: 11px/1.5 ${fonts}; color: #1a1e23; background: #fff; }
body { margin: 0; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 16px; line-height: 1.3; margin: 26px 0 8px; padding-bottom: 4px; border-bottom: 1px solid #cdd2d7; }
h3 { font-size: 12px; margin: 16px 0 4px; }
h1, h2, h3 { break-after: avoid; font-weight: 600; }
p { margin: 0 0 8px; }
.quiet { color: #58616b; }
.cover { break-after: page; padding-top: 34mm; }
.brand { border-bottom: 3px solid #1a657c; padding-bottom: 14px; }
.cover h1 { margin-top: 46mm; font-size: 34px; }
.logo { display: block; max-width: 70mm; max-height: 24mm; }
.firm { font-size: 18px; font-weight: 600; margin: 10px 0 0; }
.figure { font-size: 28px; line-height: 1.2; font-weight: 600; margin: 0 0 4px; font-variant-numeric: tabular-nums; }
.notice { margin: 20px 0 0; padding: 8px 10px; border: 1px solid #ecd9a8; background: #fdf5e3; color: #6b4a00; }
table { width: 100%; border-collapse: collapse; margin: 4px 0 10px; }
thead { display: table-header-group; }
tr, .balance-sheet tbody { break-inside: avoid; }
/* A page never has the first or the last rows of a table, or the last section's words, alone. */
tbody:first-of-type > tr:nth-child(-n+3):not(:last-child) { break-after: avoid; }
tbody:last-of-type > tr:nth-last-child(-n+3):not(:first-child) { break-before: avoid; }
.balance-sheet tbody:first-of-type:not(:has(> tr:nth-child(3))) { break-after: avoid; }
.balance-sheet tbody:last-child, table + table:last-of-type, table + p, section:last-child { break-before: avoid; }
.balance-sheet table { table-layout: fixed; }
.balance-sheet th:first-child { width: 38%; }
.balance-sheet td:nth-child(2), .balance-sheet thead th:nth-child(2) { width: 14%; }
.balance-sheet td:nth-child(4), .balance-sheet thead th:nth-child(4) { width: 28%; }
.balance-sheet thead th:first-child { color: #1a1e23; }
th, td { padding: 4px 8px 4px 0; text-align: start; vertical-align: top; border-bottom: 1px solid #e2e5e8; overflow-wrap: anywhere; }
th { font-weight: 600; color: #58616b; }
tbody th { color: inherit; font-weight: 400; }
.amount { text-align: end; padding-inline-end: 20px; white-space: nowrap; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.date, .valuations td:nth-child(3), .valuations thead th { white-space: nowrap; overflow-wrap: normal; }
.total th, .total td, .group th, .group td { font-weight: 600; color: #1a1e23; }
.class th { padding-inline-start: 22px; color: #58616b; }
.kind th { padding-inline-start: 10px; }
.negative { color: #b3261e; }
ul { margin: 0 0 8px; padding-inline-start: 18px; }
li { break-inside: avoid; }
li:nth-child(-n+3):not(:last-child) { break-after: avoid; }
li:nth-last-child(-n+3):not(:first-child) { break-before: avoid; }
/* The pack ends with documents and questions: their last page has more than the end of a list. */
.documents h3, .documents li:nth-last-child(-n+9):not(:first-child) { break-before: avoid; }
.documents ul:has(> li:nth-child(20)) { columns: 2; column-gap: 10mm; }
h2 + p, p:has(+ table), p:has(+ ul), p:has(+ p + table) { break-after: avoid; }
/* A picture that moved to the next page would leave its heading in the outline twice. */
.estate-map { break-before: page; }
figure, .questions { break-inside: avoid; }
/* The lines at its edges are whole, and none is drawn at the foot of the page before. */
figure { margin: 0; padding: 2px 1px 0; }
.gauge { break-inside: avoid; max-width: 150mm; }
figcaption { color: #58616b; margin-top: 4px; }
figure > svg { display: block; width: 100%; height: auto; max-height: 205mm; overflow: visible; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.watermark { position: fixed; inset: 0; display: flex; align-items: center; justify-content: center; pointer-events: none; }
.watermark span { font-size: 54px; font-weight: 700; color: #b3261e; opacity: 0.13; transform: rotate(-35deg); white-space: nowrap; }
`

const fonts = 'Inter, "Segoe UI", "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK SC", system-ui, sans-serif'

/** The policy of a document that runs nothing, loads nothing, and has this one style. */
export const packPolicy = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`
