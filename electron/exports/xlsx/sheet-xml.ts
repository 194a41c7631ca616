import { plainDollars } from '../../../shared/domain/money.ts'
import type { Cell } from '../cell.ts'
import { styles } from './parts.ts'

/** The maximum number of characters in a cell. */
const maxCellText = 32_767

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The start of a sheet. Rows up to `frozen` stay visible while scrolling. */
export function sheetStart(widths: readonly number[], frozen: number): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const pane = `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${spreadsheet}">` +
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  )
}

export const sheetEnd = '</sheetData></worksheet>'

/** One row; `number` counts from 1. */
export function rowXml(number: number, cells: readonly Cell[], bold = false): string {
  return `<row r="${number}">${cells.map((cell, at) => cellXml(`${columnName(at)}${number}`, cell, bold)).join('')}</row>`
}

/** A, B, … Z, AA, … */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

function cellXml(place: string, cell: Cell, bold: boolean): string {
  if (cell.kind === 'empty') return ''
  if (cell.kind === 'boolean') return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`
  if (cell.kind === 'number') return numberXml(place, cell.value, cell.money ? styles.money : styles.plain)
  if (cell.kind === 'sum') return sumXml(place, cell.cents)
  const serial = cell.kind === 'text' ? null : serialOf(cell.text)
  if (serial !== null) return numberXml(place, serial, cell.kind === 'date' ? styles.date : styles.time)
  return inlineXml(place, cell.text, bold ? styles.bold : styles.plain)
}

const inlineXml = (place: string, text: string, style: number) =>
  `<c r="${place}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`

/** Spreadsheets show and compute with this many digits of a number. */
const sheetDigits = 15

/** A sum with more digits than a spreadsheet's numbers have is text: all digits can be read, and none is wrong. */
function sumXml(place: string, cents: bigint): string {
  const text = plainDollars(cents)
  if (text.replaceAll(/\D/g, '').length > sheetDigits) return inlineXml(place, text, styles.plain)
  return numberXml(place, Number(text), styles.money)
}

const styled = (style: number) => (style === styles.plain ? '' : ` s="${style}"`)

const numberXml = (place: string, value: number, style: number) => `<c r="${place}"${styled(style)}><v>${value}</v></c>`

/**
 * Days since the end of 1899, as spreadsheets count; null before March 1900, where they count wrongly, and for text that is not a
 * date. A date without a time is interpreted as UTC on both sides, so that no time zone can shift it.
 */
function serialOf(text: string): number | null {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return null
  // A nonexistent date, such as February 30, would become another one.
  if (text.length === 10 && new Date(ms).toISOString().slice(0, 10) !== text) return null
  const serial = ms / 86_400_000 + 25_569
  return serial >= 61 && serial < 2_958_466 ? serial : null
}

/**
 * Text as XML. Characters that XML does not allow are escaped the way spreadsheets do it, and so is text that looks like such an
 * escape.
 */
function textXml(text: string): string {
  const whole = text.length > maxCellText ? `${text.slice(0, maxCellText - 1)}…` : text
  return whole
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

// Includes carriage returns, which XML would read as line feeds.
const unwritable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
